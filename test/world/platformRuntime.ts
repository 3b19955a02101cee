import { createRequire } from 'node:module';
import * as z from 'zod';

/** One running Surfpool node inside this process, as the native package offers it. */
export interface NativeSurfnet {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  drainEvents(): unknown;
  stop(): void;
}

interface SurfnetConfig {
  readonly offline: boolean;
  /** How blocks are made: by time, or one for each transaction. */
  readonly blockProductionMode: 'clock' | 'transaction';
  readonly slotTimeMs: number;
}

interface NativeSurfnetClass {
  startWithConfig(config: SurfnetConfig): NativeSurfnet;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@solana/surfpool-linux-x64-gnu',
  'darwin-arm64': '@solana/surfpool-darwin-arm64',
  'darwin-x64': '@solana/surfpool-darwin-x64',
};

const nativeModule = z.object({
  Surfnet: z.custom<NativeSurfnetClass>(
    (value) => typeof value === 'function' && 'startWithConfig' in value,
    'has no Surfnet class',
  ),
});

/**
 * Loads the Solana runtime built for this machine.
 * Throws an Error that names the platform when there is none, or the package when it is not installed.
 */
export function platformRuntime(): NativeSurfnetClass {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) {
    const known = Object.keys(PACKAGES).join(', ');
    throw new Error(`The local Solana runtime (Surfpool) exists for ${known}; this machine is ${platform}.`);
  }
  try {
    return nativeModule.parse(createRequire(import.meta.url)(name)).Surfnet;
  } catch (cause) {
    throw new Error(
      `The local Solana runtime ${name} cannot be loaded; run "npm ci" without --omit=optional (on Linux it needs glibc).`,
      { cause },
    );
  }
}
