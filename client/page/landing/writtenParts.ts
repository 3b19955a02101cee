import { Faq } from '../../guide/Faq.tsx';
import { HowToPlay } from '../../guide/HowToPlay.tsx';
import { LANDING_PARTS } from './landingParts.ts';

/** The parts of the landing page without controls. The server writes their HTML, and no browser loads their code. */
export const LANDING_TEXTS = { HowToPlay, Faq };

/** The components of all islands. Only for the server. */
export const WRITTEN_PARTS = { ...LANDING_PARTS, ...LANDING_TEXTS };
