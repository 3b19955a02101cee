import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMotion } from '../ui/MotionProvider.tsx';
import { cueBetween, type Moment } from './soundCues.ts';
import { type Player, startPlayer } from './startPlayer.ts';

export interface DrawSound {
  /** `refused`: the browser plays no sound. */
  readonly state: 'off' | 'on' | 'refused';
  readonly isOffered: boolean;
  toggle(): void;
}

/** Plays a draw's sound and vibration if the visitor wants them, and only while things on the page may move. */
export function useDrawSound(now: Moment): DrawSound {
  const { moving, paused, reduced } = useMotion();
  const [state, setState] = useState<DrawSound['state']>('off');
  const player = useRef<Player | null>(null);
  const before = useRef(now);

  useEffect(() => {
    const cue = cueBetween(before.current, now);
    before.current = now;
    if (cue !== null && moving) player.current?.play(cue);
  });
  useEffect(() => () => end(player), []);

  const toggle = () => {
    if (state === 'on') {
      end(player);
      setState('off');
      return;
    }
    startPlayer().then(
      (started) => {
        end(player);
        player.current = started;
        setState('on');
      },
      () => setState('refused'),
    );
  };
  return { state, isOffered: !paused && !reduced, toggle };
}

function end(player: RefObject<Player | null>): void {
  player.current?.close();
  player.current = null;
}
