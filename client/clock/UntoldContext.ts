import { createContext } from 'react';

/**
 * The number of the round from which on only the ticket may show winners, because it prints them first. Infinity on a
 * page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
