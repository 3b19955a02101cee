/** What health says of a part in the first minutes of a deployment, until its first success. It counts as degraded. */
export const NOT_YET = 'not yet';
