import { createContext } from 'react';
import { ALL_SHOWN, type Reveal } from '../clock/revealTimeline.ts';

/**
 * What can be seen of the result. It is separate from the round, because only ticket and reel follow each of its steps.
 */
export const RevealContext = createContext<Reveal>(ALL_SHOWN);
