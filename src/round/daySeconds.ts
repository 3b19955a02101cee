/** The seconds of a day. */
export const DAY_SECONDS = 86_400;
