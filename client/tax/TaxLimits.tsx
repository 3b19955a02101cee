/** What a reader can check, and what nobody can. */
export function TaxLimits() {
  return (
    <section className="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">What this proves, and what it does not</h2>
      <div>
        <p>
          Every transaction here has its link: the chain shows who signed it and what moved, from where to where. What
          was withdrawn, sold and received, and every network fee, is read from there. The memo of a distribution names
          its cycle and the version of the configuration it follows. Add the numbers up; they are the same as JSON at{' '}
          <code>/api/lottery/tax</code>.
        </p>
        <p>
          Some things no transaction can prove. That no better price was to be had for the GOD: a quote is one
          exchange’s offer at one moment. That the percentages are the right ones, or who stands behind a label: both
          are the operator’s words, and only the addresses are the chain’s. And that every fee is collected soon: what
          is withheld can be seen on chain, but only our key can withdraw it.
        </p>
        <p>
          How the prizes are drawn from the lottery pool is another matter, with a proof of its own: see the{' '}
          <a href="/audit">Audit Report</a>.
        </p>
      </div>
    </section>
  );
}
