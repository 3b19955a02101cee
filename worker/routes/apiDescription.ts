import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { describeApi } from '../../src/contract/openapi/describeApi.ts';
import { VERSION } from '../version.ts';

let described: ApiDocument | null = null;

/** The description of the API. It is made when it is first asked for; most isolates are never asked. */
export function apiDescription(): ApiDocument {
  described ??= describeApi(VERSION);
  return described;
}
