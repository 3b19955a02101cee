/** A dependency that the behaviour under test must not touch. */
export function neverCalled(name: string): () => never {
  return () => {
    throw new Error(`${name} was called`);
  };
}
