import { type FormEvent, useState } from 'react';

/**
 * By which days and words transactions are chosen; their status is chosen outside this form. `from` and `to` are UTC
 * days, and both of them are included. A field is null where nothing is chosen.
 */
export interface Choice {
  readonly from: string | null;
  readonly to: string | null;
  readonly search: string | null;
}

export const NO_CHOICE: Choice = { from: null, to: null, search: null };
export const isChosen = (choice: Choice) => Object.values(choice).some((one) => one !== null);

interface ChoiceFormProps {
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** A form for days and words to search for. It asks the server only when it is sent. */
export function ChoiceForm({ choice, onChoose }: ChoiceFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [from = null, to = null, search = null] = ['from', 'to', 'search'].map(
      (name) => String(typed.get(name)).trim() || null,
    );
    const isTurned = from !== null && to !== null && from > to;
    setProblem(isTurned ? 'The first day must not be after the last day.' : null);
    if (!isTurned) onChoose({ from, to, search });
  };
  return (
    <form
      className="tools choice"
      noValidate
      onSubmit={choose}
      onReset={() => {
        setProblem(null);
        onChoose(NO_CHOICE);
      }}
      onInput={() => setProblem(null)}
    >
      <div className="f">
        <label htmlFor="from-day">From (UTC)</label>
        <input id="from-day" name="from" type="date" className="field" aria-describedby="choice-problem" />
      </div>
      <div className="f">
        <label htmlFor="to-day">To (UTC)</label>
        <input id="to-day" name="to" type="date" className="field" aria-describedby="choice-problem" />
      </div>
      <div className="f find">
        <label htmlFor="find">Label, address or signature</label>
        <input id="find" name="search" type="search" className="field" maxLength={100} autoComplete="off" />
      </div>
      <button type="submit" className="btn">
        Search
      </button>
      <button type="reset" className="btn" disabled={!isChosen(choice)}>
        Clear
      </button>
      <p id="choice-problem" role="status" className="err">
        {problem}
      </p>
    </form>
  );
}
