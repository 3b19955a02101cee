import { createContext } from 'react';

/**
 * The first round whose result nothing beside the ticket may tell: who has won is printed on the ticket first. There is
 * no such round on a page without a ticket.
 */
export const UntoldContext = createContext(Number.POSITIVE_INFINITY);
