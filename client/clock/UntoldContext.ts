import { createContext } from 'react';

/**
 * The ticket prints who has won before anything else on the page may tell it. This is the first round that only the
 * ticket may tell; infinity on a page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
