/**
 * How many items are worked on at once. More would only wait: a worker has six connections at a time, and nodes limit
 * the calls in a second.
 */
const GROUP = 8;

/**
 * Works on a list in groups of eight. The results are in the order of the list. After a fault no further group begins,
 * and the fault is thrown.
 */
export async function inGroups<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < list.length; from += GROUP)
    results.push(...(await Promise.all(list.slice(from, from + GROUP).map(work))));
  return results;
}
