import { env } from 'cloudflare:workers';
import { app } from '../../worker/app.ts';
import { COMPLETE } from './completeSettings.ts';

export const BINDINGS = {
  DB: env.DB,
  CACHE: env.CACHE,
  ROUNDS: env.ROUNDS,
  TAX: env.TAX,
  ALERTS: env.ALERTS,
  PUSH: env.PUSH,
  ASSETS: env.ASSETS,
};
export const READY = { ...BINDINGS, ...COMPLETE };

/** Sends a request to the app in the test file's isolate, with complete settings unless `given` replaces them. */
export async function ask(path: string, init: RequestInit = {}, given: object = READY) {
  const response = await app.request(path, init, given);
  const text = await response.text();
  return { response, text, status: response.status, json: JSON.parse(text) as unknown };
}
