import { settingsOf } from '../../settings/parseSettings.ts';

/**
 * Where an object is made when it is first asked for, and stays. Without a hint that is near whoever happens to ask,
 * and then every statement to the database may cross an ocean.
 */
export function placeOf(env: object): { locationHint?: DurableObjectLocationHint } {
  const parsed = settingsOf(env);
  const location = parsed.ok ? parsed.settings.objectLocation : null;
  return location === null ? {} : { locationHint: location };
}
