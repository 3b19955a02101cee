import type { Told } from './told.ts';

/** Something that a person must know, or must know to be over, and that nobody has told yet. */
export interface Duty {
  readonly rule: string;
  readonly about: string;
  /** From when on it is due, in milliseconds since the start; by default when it was first seen. */
  readonly since?: number;
  /** How long telling it may take while nothing hinders it. */
  readonly within: number;
  /** The last moment at which something hindered it. */
  readonly freeAt: number;
}

/** Whether a person believes that the alert lasts. */
export const isOpen = (told: Told, key: string): boolean => {
  const last = told.last(key);
  return last !== undefined && last.event !== 'over';
};
/** The same for any alert about this matter. */
export const isOpenAbout = (told: Told, about: string): boolean =>
  told.open().some(({ key }) => key.startsWith(`${about}:`));
