import { createContext } from 'react';

/**
 * The ticket prints the winners before any other part of the page may show them. The context's value is the number of
 * the first round whose result only the ticket may show; infinity on a page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
