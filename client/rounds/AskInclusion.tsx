import '../audit/panel/inclusion.css';

/** Leads a visitor's wallet to its own page, which then looks for it in this round's list. Needs no script. */
export function AskInclusion({ roundNumber }: { readonly roundNumber: number }) {
  return (
    <form className="asker" action="/wallet">
      <input type="hidden" name="round" value={roundNumber} />
      <label>
        Was my wallet in this list?
        <input
          className="mono"
          name="address"
          required
          placeholder="Wallet address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <button type="submit" className="btn">
        Look for it
      </button>
    </form>
  );
}
