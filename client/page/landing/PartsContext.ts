import { type ComponentType, createContext } from 'react';
import type { LANDING_PARTS } from './landingParts.ts';
import type { LANDING_TEXTS } from './writtenParts.ts';

export type PartName = keyof typeof LANDING_PARTS;
export type TextName = keyof typeof LANDING_TEXTS;

export type Parts = Readonly<Record<PartName | TextName, ComponentType>>;

/** The islands' components on the server. Null in the browser, which has their HTML from the server. */
export const PartsContext = createContext<Parts | null>(null);
