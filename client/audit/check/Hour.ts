/**
 * What the two marks of an hour show. `spent`: a transaction that promises nothing made the mark of the commitment.
 * `called off`: nothing made this mark in time. `not known`: it is too early, or the marks could not be read.
 */
export type Hour = (typeof HOURS)[number];

export const HOURS = ['promised and paid', 'promised and owed', 'spent', 'called off', 'not known'] as const;

/** Whether a commitment that counts made the mark of the commitment. */
export function isPromised(hour: Hour): boolean {
  return hour === 'promised and paid' || hour === 'promised and owed';
}

/** How many hours there are of each kind: `47 promised and paid, 1 promised and owed`. */
export function hoursText(found: readonly { readonly hour: Hour }[]): string {
  const count = (hour: Hour) => found.filter((one) => one.hour === hour).length;
  return HOURS.filter((hour) => count(hour) > 0)
    .map((hour) => `${count(hour)} ${hour}`)
    .join(', ');
}
