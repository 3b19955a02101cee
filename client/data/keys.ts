/** The server state the page keeps, by name. */
export const KEYS = {
  stats: ['stats'],
  participants: ['participants'],
  config: ['config'],
  pool: ['pool'],
  winners: ['winners'],
  price: ['price'],
} as const;
