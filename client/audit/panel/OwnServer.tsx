import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { urlOf } from '../chain/fetchJson.ts';
import { readOwnServer, serverUrl, storeOwnServer } from './verifySettings.ts';

/** A field for the address of a Solana server that is asked in place of the public one. */
export function OwnServer({ publicRpcUrl }: { readonly publicRpcUrl: string | null }) {
  const field = useRef<HTMLInputElement>(null);
  const said = useId();
  const [kept, setKept] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const known = readOwnServer();
    setKept(known);
    if (field.current && known !== null) field.current.value = known;
  }, []);

  const keep = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    const url = typed === '' ? null : serverUrl(typed);
    setRefused(typed !== '' && url === null);
    if (typed !== '' && url === null) return field.current?.focus();
    storeOwnServer(url);
    setKept(url);
  };

  return (
    <details className="ownServer scripted">
      <summary>Ask a Solana server of your own</summary>
      <form className="ask" noValidate onSubmit={keep}>
        <label>
          Address of the server
          <input
            ref={field}
            className="mono"
            type="url"
            placeholder={publicRpcUrl ?? undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={isRefused}
            aria-describedby={said}
          />
        </label>
        <button type="submit" className="btn">
          Use it
        </button>
        <p id={said} role="status" className="dim">
          {isRefused ? 'That is no address that a page may ask. Use one with https://.' : keptText(kept)}
        </p>
      </form>
    </details>
  );
}

function keptText(kept: string | null): string {
  if (kept === null) return 'The public server is asked. One that you type in is kept in this browser alone.';
  return `${urlOf(kept)?.host ?? kept} is asked. It is kept in this browser alone; empty the field to forget it.`;
}
