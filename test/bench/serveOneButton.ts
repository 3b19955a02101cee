import type { Rolldown } from 'vite';
import { type HttpServer, startHttpServer } from '../world/startHttpServer.ts';
import { REPOSITORY } from '../world/worldFolders.ts';

const ENTRY = 'test/bench/oneButton.tsx';
const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>One button</title><div id="root"><button type="button">Pressed 0 times</button></div><script type="module" src="/button.js" fetchpriority="low"></script>';

/** A page on which React brings one button to life, built as the product is: the reference for coming to life. */
export async function serveOneButton(): Promise<HttpServer> {
  const { build } = await import('vite');
  const result = await build({
    root: REPOSITORY,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { write: false, rolldownOptions: { input: ENTRY } },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const script = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (script?.type !== 'chunk') throw new Error(`${ENTRY} was not built`);
  return startHttpServer(({ path }) =>
    path === '/button.js'
      ? { status: 200, body: script.code, headers: { 'content-type': 'text/javascript' } }
      : { status: 200, body: PAGE, headers: { 'content-type': 'text/html' } },
  );
}
