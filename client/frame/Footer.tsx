/** Links that every page ends with. */
export function Footer() {
  return (
    <footer className="wrap foot">
      <p className="dim">Game of Draws · GOD</p>
      <nav aria-label="Legal">
        <a href="/terms">Terms</a>
        <a href="/privacy">Privacy</a>
        <a href="/audit">Audit Report</a>
      </nav>
    </footer>
  );
}
