import { type RefObject, useId } from 'react';

/** The transaction that made a mark of the hour, where a person knows it: without it the mark's own history is looked at. */
export function SignatureField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>Signature of its payment or commitment, if you have it</label>
      <input
        id={id}
        ref={field}
        className="field mono"
        maxLength={88}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}note`}
      />
      <span id={`${id}note`} className="note">
        “npm run pay” prints it. Without it the history of the round’s own mark is read.
      </span>
    </div>
  );
}
