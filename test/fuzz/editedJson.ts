/** What is done at one place of a JSON value. */
export type Edit =
  | { readonly how: 'removed' }
  | { readonly how: 'replaced'; readonly value: unknown }
  | { readonly how: 'added'; readonly name: string; readonly value: unknown };

/** The names of fields, and the numbers of elements, that lead there. */
export type Place = readonly string[];

/** Deeper than any answer or question of ours; what was made to be deep is one place. */
const DEEPEST = 12;
/** Of a long list the first elements are like the others. */
const MOST_OF_ONE = 60;

/** Where in a value there is something: the value itself, each field, each element. */
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

/** Also one that is called `__proto__`. */
function withField(object: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(object).filter(([other]) => other !== name), [name, value]]);
}
