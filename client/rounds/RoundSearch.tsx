interface RoundSearchProps {
  /** The text in the field at first. */
  readonly find: string;
  /** What is wrong with it, or null. */
  readonly refusal: string | null;
}

/**
 * One field for a round's number, a day or a wallet. The server decides where each leads, so it works without
 * JavaScript.
 */
export function RoundSearch({ find, refusal }: RoundSearchProps) {
  return (
    <search>
      <form className="ph ask" action="/rounds">
        <label>
          Find a round: its number, a day such as 2026-11-20, or a wallet that won
          <input
            className="mono"
            name="find"
            defaultValue={find}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={refusal !== null}
            aria-describedby="find-problem"
          />
        </label>
        <p role="alert" id="find-problem">
          {refusal}
        </p>
        <button type="submit" className="btn primary">
          Find
        </button>
      </form>
    </search>
  );
}
