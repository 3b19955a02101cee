/** What is done at one place of a JSON value. */
export type Edit =
  | { readonly how: 'removed' }
  | { readonly how: 'replaced'; readonly value: unknown }
  | { readonly how: 'added'; readonly name: string; readonly value: unknown };

/** The path to the place: names of fields and indexes of elements. */
export type Place = readonly string[];

/** Deeper than any of our requests and answers. A value that was made deep on purpose counts as one place. */
const DEEPEST = 12;
/** Only so many elements of a list are looked at, because the others are alike. */
const MOST_OF_ONE = 60;

/** All places in a value: the value itself, each field, each element. */
export function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null || place.length === DEEPEST) return [place];
  const inner = Object.entries(value).slice(0, MOST_OF_ONE);
  return [place, ...inner.flatMap(([name, each]) => placesIn(each, [...place, name]))];
}

/** A copy of the value that differs at one place; undefined when it is removed itself. */
export function editedJson(value: unknown, [name, ...deeper]: Place, edit: Edit): unknown {
  if (name === undefined) return changed(value, edit);
  if (Array.isArray(value))
    return value
      .map((inner: unknown, i) => (String(i) === name ? editedJson(inner, deeper, edit) : inner))
      .filter((inner) => inner !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const field = Object.entries(value).find(([other]) => other === name)?.[1];
  return withField(value, name, editedJson(field, deeper, edit));
}

function changed(value: unknown, edit: Edit): unknown {
  if (edit.how === 'removed') return undefined;
  if (edit.how === 'replaced' || typeof value !== 'object' || value === null) return edit.value;
  return Array.isArray(value) ? [...value, edit.value] : withField(value, edit.name, edit.value);
}

/** Also a field that is called `__proto__`. */
function withField(object: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object).filter(([other]) => other !== name), [name, value]]);
}
