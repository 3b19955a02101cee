/**
 * What an isolate remembers between requests, made when it is first asked for. It is kept for one object, its key, and
 * ends with the key. Most keys are the isolate's bindings, which are one object for as long as the isolate lives: so
 * two environments never share what is kept. It holds no promise: no request may wait for what belongs to another.
 * `more` is used only to make it.
 */
export function ofIsolate<Key extends object, More extends readonly unknown[], T>(
  make: (key: Key, ...more: More) => T,
): (key: Key, ...more: More) => T {
  const made = new WeakMap<Key, T>();
  return (key, ...more) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key, ...more);
    made.set(key, value);
    return value;
  };
}
