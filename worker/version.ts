import packageJson from '../package.json' with { type: 'json' };

/** The commit that was deployed, put in by the deployment; a build that nobody deploys has none. */
declare const COMMIT: string | undefined;

/**
 * The deployed version, as `/api/config` and `/api/health` say it. It names the commit, so that the edge's cache, which
 * is kept by this name, never outlives a release.
 */
export const VERSION: string = typeof COMMIT === 'string' ? `${packageJson.version}+${COMMIT}` : packageJson.version;
