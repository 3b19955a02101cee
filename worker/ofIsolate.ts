/**
 * What an isolate remembers between requests, made when it is first asked for. It is kept by the isolate's bindings (or
 * by what was made of them), which are one object for as long as the isolate lives, and ends with them. So two
 * environments never share it. It holds no promise: no request may wait for what belongs to another. `more` is used
 * only to make it.
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
