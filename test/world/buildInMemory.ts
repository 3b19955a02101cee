import type { InlineConfig, Rolldown } from 'vite';
import { REPOSITORY } from './worldFolders.ts';

type Built = Rolldown.RolldownOutput['output'];

/**
 * A browser build of a test's own entries, made as the product's build is. Nothing is written to disk, so no part of it
 * can get into the product's build or its folder.
 */
export async function buildInMemory(
  input: string | Readonly<Record<string, string>>,
  more: Pick<InlineConfig, 'base'> = {},
): Promise<Built> {
  // Loaded when it is needed, because the world can start without it.
  const { build } = await import('vite');
  const result = await build({
    root: REPOSITORY,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Tests may have set another NODE_ENV.
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
