import { type RefObject, useId } from 'react';

export const REASON_MISSING = 'A reason is required';

interface ReasonFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly problem: string | null;
}

/** The field for an operator's reason. The reason is stored with the action for good. */
export function ReasonField({ field, problem }: ReasonFieldProps) {
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>Reason</label>
      <input
        id={id}
        ref={field}
        className="field"
        maxLength={200}
        autoComplete="off"
        required
        aria-invalid={problem === REASON_MISSING}
        aria-describedby={`${id}problem`}
      />
      <span id={`${id}problem`} role="alert" className="err">
        {problem}
      </span>
    </div>
  );
}
