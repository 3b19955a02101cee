import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addressIn, looksLikeAddress } from '../../src/address/addressIn.ts';

interface WalletFormProps {
  /** The field's first text. A later value replaces what is in the field, unless the value is empty. */
  readonly asked: string;
  /** The field's first text where `asked` is empty. */
  readonly typed?: string;
  readonly hint?: string;
  /** Why `asked` was refused; null when it was not. */
  readonly refusal: string | null;
  readonly onFocus?: () => void;
  /** Called with the address to look up. Without it, or without JavaScript, the form leads to the wallet's page. */
  readonly onAsk?: (address: string) => void;
  /** Called when the form refuses the typed text. An answer that is still on the page is about an earlier text. */
  readonly onMisshape?: () => void;
}

/** A form for an address, or for an explorer's link to one. Text that cannot be an address is refused here. */
export function WalletForm({ asked, typed, hint, refusal, onFocus, onAsk, onMisshape }: WalletFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [misshape, setMisshape] = useState<string | null>(null);
  const problem = misshape ?? refusal;

  // Not a controlled field, because text that was typed before the script started has to stay.
  useEffect(() => {
    if (field.current && asked) field.current.value = asked;
  }, [asked]);

  const submit = (event: FormEvent) => {
    const address = addressIn(field.current?.value ?? '');
    const found = problemOf(address);
    setMisshape(found);
    if (found === null && field.current) field.current.value = address;
    if (found === null && !onAsk) return;
    event.preventDefault();
    if (found === null) return onAsk?.(address);
    onMisshape?.();
    field.current?.focus();
  };

  return (
    <form className="ph ask" action="/wallet" noValidate onSubmit={submit} onFocus={onFocus}>
      <label>
        Wallet address
        <input
          ref={field}
          className="mono"
          name="address"
          defaultValue={asked || typed}
          placeholder={hint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby="wallet-problem"
        />
      </label>
      <p role="alert" id="wallet-problem">
        {problem}
      </p>
      <button type="submit" className="btn primary">
        Look up
      </button>
    </form>
  );
}

/** Why a text cannot be a Solana address; null when it may be one: then the server decides. */
export function problemOf(text: string): string | null {
  return looksLikeAddress(text) ? null : 'A wallet address has 32 to 44 letters and digits, none of them 0, O, I or l.';
}

/** A refusal of the server as a sentence: `limit: must be …` becomes `The limit must be ….` */
export function refusalText(error: string): string {
  return error.endsWith('.') ? error.replace(/^\w+: /, '') : `The ${error.replace(': ', ' ')}.`;
}
