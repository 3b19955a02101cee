import { fileURLToPath } from 'node:url';

/** The repository's folder, with a slash at its end. */
export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
export const MIGRATIONS = `${REPOSITORY}migrations`;
export const ASSETS = `${REPOSITORY}dist/client`;
/** Everything the local world writes; git-ignored. */
export const LOCAL = `${REPOSITORY}.local`;
