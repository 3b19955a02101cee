import { createContext } from 'react';

/**
 * The ticket prints the winners before any other part of the page may show them. This is the first round whose result
 * only the ticket may show; infinity on a page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
