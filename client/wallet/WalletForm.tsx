import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addressIn, looksLikeAddress } from '../../src/address/addressIn.ts';

interface WalletFormProps {
  /** What stands in the field until something is typed. */
  readonly asked: string;
  /** The grey example in an empty field. */
  readonly hint?: string;
  /** What is wrong with `asked`, or null. */
  readonly refusal: string | null;
  /** Called when the form gets the focus. */
  readonly onFocus?: () => void;
  /**
   * Called with the address to look up. A form without `onAsk` leads to the wallet's page, as every form does without
   * JavaScript.
   */
  readonly onAsk?: (address: string) => void;
  /** Called when the form refuses the typed text: an earlier answer is then not about this text. */
  readonly onMisshape?: () => void;
}

/**
 * One field for an address, or for an explorer's link to one. Text that cannot be an address is refused here, with a
 * sentence beside the field.
 */
export function WalletForm({ asked, hint, refusal, onFocus, onAsk, onMisshape }: WalletFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [misshape, setMisshape] = useState<string | null>(null);
  const problem = misshape ?? refusal;

  // Not a controlled field: what was typed before the script started has to stay.
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
        Look up
      </button>
    </form>
  );
}

/**
 * Why a text cannot be a Solana address, or null. The server checks more: 44 of these characters may still be more than
 * 32 bytes.
 */
export function problemOf(text: string): string | null {
  return looksLikeAddress(text) ? null : 'A wallet address has 32 to 44 letters and digits, none of them 0, O, I or l.';
}

/**
 * The server's words about a field as a sentence: `limit: must be …` becomes `The limit must be ….`, and from
 * `address: That is ….` the name of the field is taken away.
 */
export function refusalText(error: string): string {
  return error.endsWith('.') ? error.replace(/^\w+: /, '') : `The ${error.replace(': ', ' ')}.`;
}
