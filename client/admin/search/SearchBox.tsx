import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useConsole } from '../console/ConsoleContext.ts';
import { ErrorBox } from '../ui/Notices.tsx';
import { FoundList } from './FoundList.tsx';

/** The search box above all tabs. It asks the server when the form is sent, not while somebody types. */
export function SearchBox() {
  const { api } = useConsole();
  const [q, setQ] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { data, isError, refetch } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api.search(q ?? '', signal),
    enabled: q !== null,
  });
  const look = (event: FormEvent) => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? '';
    setQ(typed === '' ? null : typed);
    if (typed !== '' && typed === q) void refetch();
  };
  const close = () => {
    if (field.current) field.current.value = '';
    setQ(null);
  };
  return (
    <>
      <search aria-label="Everything">
        <form className="seek" noValidate onSubmit={look}>
          <label className="sr" htmlFor="seek">
            Search by wallet, signature, round, day or label
          </label>
          <input
            ref={field}
            id="seek"
            type="search"
            className="field"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="Wallet, signature, round, day or label…"
          />
          <button type="submit" className="btn">
            Find
          </button>
        </form>
      </search>
      {q !== null && (
        <section className="panel group results" aria-label="Search results">
          <div className="ph">
            <h2>Search results</h2>
            <button type="button" className="btn sm" onClick={close}>
              Close results
            </button>
          </div>
          {isError && <ErrorBox text="Failed to search" onRetry={() => void refetch()} />}
          <div role="status">{!data && !isError && <p className="muted">Searching...</p>}</div>
          {data && <FoundList found={data} sought={q} onOpen={close} />}
        </section>
      )}
    </>
  );
}
