/** The wax of a seal, and the line along which it breaks. */
const WAX =
  'M36 3c6-1 9 4 14 5s11 1 14 7 1 10 3 15 4 9 1 15-6 7-8 13-4 11-10 12-10-2-16-2-11 4-17 1-5-8-9-12-9-6-10-12 3-9 4-14-1-12 4-16 11-2 16-5 8-6 14-7z';
const BREAK = '40,-4 33,18 42,30 31,45 40,58 34,80';

/** A wax seal with the first characters of what it seals; empty while that is not known. */
export function WaxSeal({ mark }: { readonly mark: string }) {
  return (
    <svg className="wax" viewBox="-4 -4 80 80" role="img" aria-label={mark ? `Wax seal ${mark}` : 'Wax seal'}>
      <clipPath id="wax-l">
        <polygon points={`-20,-4 ${BREAK} -20,80`} />
      </clipPath>
      <clipPath id="wax-r">
        <polygon points={`100,-4 ${BREAK} 100,80`} />
      </clipPath>
      {(['l', 'r'] as const).map((half) => (
        <g key={half} className={`wax-${half}`}>
          <g clipPath={`url(#wax-${half})`}>
            <path d={WAX} fill="#7c2420" />
            <circle cx="37" cy="36" r="24" fill="#8e2f29" stroke="#5f1815" strokeWidth="1.5" />
            <text className="mono" fill="#f6d9c8" fontWeight="650" textAnchor="middle">
              <tspan x="37" y="34">
                {mark.slice(0, 4)}
              </tspan>
              <tspan x="37" y="49">
                {mark.slice(4)}
              </tspan>
            </text>
          </g>
        </g>
      ))}
    </svg>
  );
}
