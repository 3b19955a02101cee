/** There is one object of each class, under this name. */
export const OBJECT_NAMES = { rounds: 'rounds', tax: 'tax', alerts: 'alerts' } as const;
