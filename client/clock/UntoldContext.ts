import { createContext } from 'react';

/**
 * A round's number. The winners of this round and of later ones are shown by the ticket alone, until it has printed
 * them. Infinity on a page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
