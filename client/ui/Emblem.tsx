/** The brand's mark: a chip with a diamond. */
export function Emblem() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" className="emblem">
      <circle cx="14" cy="14" r="12.5" fill="none" stroke="currentColor" strokeDasharray="3.2 1.71" strokeWidth="2" />
      <path d="M14 7.2 20.8 14 14 20.8 7.2 14Z" fill="currentColor" />
    </svg>
  );
}
