import packageJson from '../package.json' with { type: 'json' };

/** The deployed version, as `/api/config` and `/api/health` say it. */
export const VERSION: string = packageJson.version;
