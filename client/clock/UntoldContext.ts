import { createContext } from 'react';

/**
 * The number of the first round whose winners the ticket has not printed yet. Until it has printed them, only the
 * ticket may show the winners of this round and of later ones. Infinity on a page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
