/** The SOL price used, and marked as such, while no source has given one. USD per SOL. */
export const SOL_FALLBACK_USD = 152;
