import { canonicalJson, type Json } from './canonicalJson.ts';

/** The text whose hash names the terms, made of what a proof shows as terms; null when that can have no such text. */
export function textShown(shown: unknown): string | null {
  if (typeof shown !== 'object' || shown === null) return null;
  try {
    return canonicalJson(shown as Json);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
