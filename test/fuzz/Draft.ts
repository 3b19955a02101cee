/** A request while it is put together. Parameters are encoded already. */
export interface Draft {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** The JSON value of the body; undefined when there is no body or it was removed. */
  readonly json: unknown;
  readonly changes: readonly string[];
  readonly isStray: boolean;
  readonly hasKey: boolean;
}

export type Change = (draft: Draft) => Draft;

/** The draft with one more name among its changes. */
export function also(draft: Draft, change: string): Draft {
  return { ...draft, changes: [...draft.changes, change] };
}

/** As `encodeURIComponent`, but also for one half of a surrogate pair: as three bytes, which are not valid UTF-8. */
export function encoded(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g, (letter) =>
    /^[\ud800-\udfff]$/.test(letter) ? '%ED%A0%80' : encodeURIComponent(letter),
  );
}

/** A value as the bytes of its JSON. */
export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
