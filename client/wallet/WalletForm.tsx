import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addressIn } from '../../src/address/addressIn.ts';
import { problemOf } from './problemOf.ts';

interface WalletFormProps {
  /** What stands in the field until something is typed. */
  readonly asked: string;
  /** What an empty field says, in the grey of an example. */
  readonly hint?: string;
  /** What is wrong with `asked`, or null. */
  readonly refusal: string | null;
  /** Called when the visitor turns to the form. */
  readonly onFocus?: () => void;
  /** Takes an address to look up; without it the form leads to the wallet's page, as it does without JavaScript. */
  readonly onAsk?: (address: string) => void;
  /** Told when something is refused here: an earlier answer is then no answer to what stands in the field. */
  readonly onMisshape?: () => void;
}

/**
 * One field for an address, or for an explorer's link to one. What cannot be one is refused here, with a sentence
 * beside the field.
 */
export function WalletForm({ asked, hint, refusal, onFocus, onAsk, onMisshape }: WalletFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [misshape, setMisshape] = useState<string | null>(null);
  const problem = misshape ?? refusal;

  // Not controlled: what was typed before the page came to life has to stay.
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
          defaultValue={asked}
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
        Check
      </button>
    </form>
  );
}
