import { createContext } from 'react';
import { ALL_SHOWN, type Reveal } from './revealTimeline.ts';

/** What of the result can be seen. Apart from the round: only the ticket and the reel follow each of its steps. */
export const RevealContext = createContext<Reveal>(ALL_SHOWN);
