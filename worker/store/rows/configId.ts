/** The one configuration of the tax distribution there is: its id is the same for all versions. */
export const CONFIG_ID = 'tax-distribution';
