/** What a read needs of the database. It may be D1 itself, or a session with one of its copies. */
export type Reads = Pick<D1Database, 'prepare' | 'batch'>;
