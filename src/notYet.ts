/**
 * What health says of a part before its first success, in the first minutes of a deployment. The part counts as
 * degraded.
 */
export const NOT_YET = 'not yet';
