import type { ApiDocument, ApiOperation } from '../../src/contract/openapi/ApiDocument.ts';

export interface DescribedRoute {
  /** `GET` */
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** Every route of the API's description. */
export function operationsOf({ paths }: ApiDocument): DescribedRoute[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
