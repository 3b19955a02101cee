import type { InlineConfig, Rolldown } from 'vite';
import { REPOSITORY } from './worldFolders.ts';

type Built = Rolldown.RolldownOutput['output'];

/**
 * A browser build of a test's own entries, as the product's is made. Nothing is written: neither the product's build nor
 * its folder can hold a part of it.
 */
export async function buildInMemory(
  input: string | Readonly<Record<string, string>>,
  more: Pick<InlineConfig, 'base'> = {},
): Promise<Built> {
  // Loaded when it is needed: the world starts without it.
  const { build } = await import('vite');
  const result = await build({
    root: REPOSITORY,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Also where tests set another NODE_ENV.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: typeof input === 'string' ? input : { ...input } },
    },
    ...more,
  });
  return ((Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput).output;
}
