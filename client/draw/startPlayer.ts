import type { ForEachPlace } from '../../src/protocol/terms/places.ts';
import type { Cue } from './soundCues.ts';

export interface Player {
  play(cue: Cue): void;
  close(): void;
}

interface Tone {
  readonly hz: number;
  readonly to?: number;
  /** Seconds. */
  readonly lasts: number;
  /** Seconds until the tone begins; 0 by default. */
  readonly after?: number;
  /** In units of `LOUDNESS`; 1 by default. */
  readonly loud?: number;
}

const LOUDNESS = 0.2;
const SILENT = 0.0001;
/** The notes of the names rise from the last place to the first. */
const NAMES = [392, 523, 659] as const satisfies ForEachPlace<number>;

/** Resolves to a player of generated sounds, or rejects when the browser plays no sound. Call it in a tap's handler. */
export async function startPlayer(): Promise<Player> {
  const context = new AudioContext();
  await context.resume();
  return {
    play: (cue) => {
      for (const tone of tonesOf(cue)) sound(context, tone);
      const pulses = pulsesOf(cue);
      // An empty list would stop the vibration that is under way.
      if (pulses.length > 0) navigator.vibrate?.([...pulses]);
    },
    close: () => void context.close(),
  };
}

function tonesOf(cue: Cue): readonly Tone[] {
  switch (cue.kind) {
    case 'seal':
      return [{ hz: 130, to: 52, lasts: 0.3, loud: 3 }];
    case 'second':
      return [{ hz: 1_000 - 40 * cue.left, lasts: 0.05, loud: cue.left <= 3 ? 1 : 0.5 }];
    case 'name': {
      const hz = NAMES[cue.order - 1] ?? NAMES[0];
      return [
        { hz: 130, to: 52, lasts: 0.2, loud: 2 },
        { hz, lasts: 0.5 },
      ];
    }
    case 'crown':
      return (cue.mine ? [523, 659, 784, 1_047] : [659, 784]).map((hz, index) => ({
        ...{ hz, lasts: cue.mine ? 0.9 : 0.6, after: index * 0.11 },
      }));
  }
}

/** Milliseconds: on, off, on, … */
function pulsesOf(cue: Cue): readonly number[] {
  switch (cue.kind) {
    case 'seal':
      return [30];
    case 'second':
      return cue.left <= 3 ? [12] : [];
    case 'name':
      return [30];
    case 'crown':
      return cue.mine ? [60, 50, 60, 50, 160] : [];
  }
}

function sound(context: AudioContext, { hz, to = hz, lasts, after = 0, loud = 1 }: Tone): void {
  const at = context.currentTime + after;
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: hz });
  const gain = new GainNode(context, { gain: SILENT });
  oscillator.frequency.setValueAtTime(hz, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + lasts);
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(LOUDNESS * loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + lasts);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + lasts);
}
