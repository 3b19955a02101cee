/** The columns of a statement's file, by which the console knows that it got one. */
export const STATEMENT_COLUMNS = ['line', 'time', 'wallet', 'name', 'round', 'lamports', 'sol', 'signature'].join(',');
