import type { DrawSound } from './useDrawSound.ts';

const SPEAKER = 'M1 5h3l4-3.5v11L4 9H1z';
const WAVES = 'M10 4.5a3.5 3.5 0 0 1 0 5M11.5 2.5a6.5 6.5 0 0 1 0 9';
const CROSS = 'M10.5 5l4 4M14.5 5l-4 4';

/** The switch for sound and vibration of the draw: off until a tap. There is none where the page is to stand still. */
export function SoundSwitch({ sound: { state, isOffered, toggle } }: { readonly sound: DrawSound }) {
  if (!isOffered) return null;
  if (state === 'refused') return <span className="sound">No sound here</span>;
  return (
    <button type="button" className="plain sound" aria-pressed={state === 'on'} onClick={toggle}>
      <svg width="16" height="14" viewBox="0 0 16 14" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={SPEAKER} fill="currentColor" stroke="none" />
        <path d={state === 'on' ? WAVES : CROSS} strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      Sound
    </button>
  );
}
