import { databaseWithConfig } from './databaseWithConfig.ts';
import { CONFIG } from './wholeTaxCycle.ts';

/** A database that knows the configuration of the whole tax cycles and nothing else. */
export const configuredDatabase = () => databaseWithConfig(CONFIG);
