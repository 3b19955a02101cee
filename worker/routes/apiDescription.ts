import type { ApiDocument } from '../../src/contract/openapi/ApiDocument.ts';
import { describeApi } from '../../src/contract/openapi/describeApi.ts';
import { VERSION } from '../version.ts';

let described: ApiDocument | null = null;

/** What the API is. Made when it is first asked for: most isolates never are. */
export function apiDescription(): ApiDocument {
  described ??= describeApi(VERSION);
  return described;
}
