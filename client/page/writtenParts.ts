import { LANDING_PARTS } from './landingParts.ts';
import { LANDING_TEXTS } from './landingTexts.ts';
import type { Parts } from './PartsContext.ts';

/** All that stands in the page's islands: for the server. */
export const WRITTEN_PARTS: Parts = { ...LANDING_PARTS, ...LANDING_TEXTS };
