import type { ApiDocument } from '../src/contract/openapi/ApiDocument.ts';
import type { PageInput } from '../src/contract/pageData.ts';

/** The whole HTML document for `path`; a path without a page gets the 404 page. */
export function renderPage(input: PageInput): string;

/** The HTTP status that belongs to `renderPage`'s document for `path`. */
export function pageStatus(path: string): 200 | 404;

/** The whole HTML document of the API's description at `/docs`, or that of one route; null for an unknown route. */
export function renderDocs(described: ApiDocument, operationId: string | null): string | null;

/** The whole HTML document of the console at `/admin`. */
export function renderAdmin(): string;

/** The pages' inline style, as a content security policy names it: `'sha256-…'`. */
export const STYLE_HASH: string;

/** The verifier as one HTML file, the content security policy it is served with, and the file's SHA-256 in hex. */
export const VERIFIER_FILE: { readonly html: string; readonly policy: string; readonly sha256: string };

/** The hash of the style that the page at a path adds, as `STYLE_HASH`; null where it adds none. */
export function pageStyleHash(path: string): string | null;
