import { buildInMemory } from '../world/buildInMemory.ts';
import { type HttpServer, startHttpServer } from '../world/startHttpServer.ts';

const ENTRY = 'test/bench/oneButton.tsx';
const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>One button</title><div id="root"><button type="button">Pressed 0 times</button></div><script type="module" src="/button.js" fetchpriority="low"></script>';

/** A page on which React hydrates one button, built as the product is: the reference for hydration. */
export async function serveOneButton(): Promise<HttpServer> {
  const output = await buildInMemory(ENTRY);
  const script = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (script?.type !== 'chunk') throw new Error(`${ENTRY} was not built`);
  return startHttpServer(({ path }) =>
    path === '/button.js'
      ? { status: 200, body: script.code, headers: { 'content-type': 'text/javascript' } }
      : { status: 200, body: PAGE, headers: { 'content-type': 'text/html' } },
  );
}
