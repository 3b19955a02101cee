/** What a reader can check, and what nobody can. */
export function TaxLimits() {
  return (
    <section className="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">What this proves, and what it does not</h2>
      <div>
        <p>
          Every transaction has a link. The chain shows who signed it and what moved where. The amounts withdrawn, sold
          and received, and every network fee, are read from there. The memo of each distribution names its cycle and
          the version of the configuration. You can add the numbers up; the same numbers are at{' '}
          <code>/api/lottery/tax</code> as JSON.
        </p>
        <p>
          Some things no transaction can prove. There may have been a better price for the GOD: a quote is one offer at
          one moment. The percentages and the names of the receivers are the operator’s word; only the addresses are on
          the chain. And the fees may be collected late: everyone can see what is withheld, but only our key can
          withdraw it.
        </p>
        <p>
          How the winners are drawn has its own proof: see the <a href="/audit">Audit Report</a>.
        </p>
      </div>
    </section>
  );
}
