import { Faq } from '../guide/Faq.tsx';
import { HowToPlay } from '../guide/HowToPlay.tsx';

/** The parts that are only read: the server writes them, and no browser ever loads their code. */
export const LANDING_TEXTS = { HowToPlay, Faq };
