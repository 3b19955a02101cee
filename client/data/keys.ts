/** The keys under which the page keeps the answers of the server. */
export const KEYS = {
  stats: ['stats'],
  participants: ['participants'],
  config: ['config'],
  pool: ['pool'],
  winners: ['winners'],
  price: ['price'],
} as const;
