/**
 * Makes the function that gives a key's value, which the isolate remembers between requests. The value is made when the
 * key is first asked for, with `more`, and ends with the key. Most keys are the isolate's bindings, one object for as
 * long as the isolate lives. A value must hold no promise: no request may wait for what belongs to another request.
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
