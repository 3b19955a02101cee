import { type FormEvent, useEffect, useRef } from 'react';
import { Emblem } from '../../ui/Emblem.tsx';
import type { Session, SessionControl } from './useSession.ts';

interface LoginFormProps {
  readonly session: Extract<Session, { kind: 'login' }>;
  readonly control: SessionControl;
  readonly hasUnsaved: boolean;
}

/** Asks for the admin key. */
export function LoginForm({ session, control, hasUnsaved }: LoginFormProps) {
  const { problem, isBusy, uncheckedKey } = session;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isBusy) field.current?.focus();
  }, [isBusy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) control.login(field.current?.value ?? '');
  };
  return (
    <main className="gate">
      <div className="panel login">
        <Emblem />
        <p className="eyebrow">Game of Draws</p>
        <h1>Tax Distribution Admin</h1>
        {hasUnsaved && <p className="note amber">Your unsaved changes are still here. They return once you log in.</p>}
        <form onSubmit={submit} noValidate>
          <input type="text" autoComplete="username" defaultValue="admin" readOnly hidden />
          <label className="f" htmlFor="key">
            Admin Key
          </label>
          <input
            ref={field}
            id="key"
            name="key"
            type="password"
            className="field mono"
            autoComplete="current-password"
            autoCapitalize="off"
            spellCheck={false}
            required
            aria-invalid={problem !== null}
            aria-describedby="login-problem security"
          />
          <div id="login-problem" role="alert" className="err">
            {problem}
          </div>
          <button type="submit" className="btn primary" aria-disabled={isBusy}>
            {isBusy ? 'Checking…' : 'Access Dashboard'}
          </button>
          {uncheckedKey !== null && (
            <button type="button" className="btn" onClick={() => control.checkAgain(uncheckedKey)}>
              Try the stored key again
            </button>
          )}
        </form>
        <p id="security" className="security">
          <strong>Security notice.</strong> This console decides who receives the collected tax. The key goes to this
          site alone and stays in this browser until you log out; every save and activation is recorded under the key’s
          name. Do not log in on a computer you share.
        </p>
      </div>
    </main>
  );
}
