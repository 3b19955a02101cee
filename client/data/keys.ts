/** The keys under which the page keeps the server's answers. */
export const KEYS = {
  stats: ['stats'],
  participants: ['participants'],
  config: ['config'],
  pool: ['pool'],
  winners: ['winners'],
  price: ['price'],
} as const;
