import { Faq } from '../../guide/Faq.tsx';
import { HowToPlay } from '../../guide/HowToPlay.tsx';
import { LANDING_PARTS } from './landingParts.ts';

/** The parts that are only read: the server writes them, and no browser ever loads their code. */
export const LANDING_TEXTS = { HowToPlay, Faq };

/** All components in the page's islands; for the server. */
export const WRITTEN_PARTS = { ...LANDING_PARTS, ...LANDING_TEXTS };
