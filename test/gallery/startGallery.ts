import { createServer } from 'node:http';
import type { Rolldown } from 'vite';
import { buildInMemory } from '../world/buildInMemory.ts';
import { close, listen, portOf } from '../world/startHttpServer.ts';

export interface Gallery {
  /** The pages' parts; the console's are at `/gallery/console`. */
  readonly url: string;
  stop(): Promise<void>;
}

const ENTRIES = { pages: 'test/gallery/pages.tsx', console: 'test/gallery/console.tsx' } as const;
type Name = keyof typeof ENTRIES;
/** By their last part; everything else is script or style. */
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };
/** As strict as the product's own, so that nothing works here that would not work there. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'";

/**
 * Serves every visible part of the product in every state of it, at a port of its own: the product's worker and its
 * files know nothing of it. It is built in memory when it is first asked for, so that a start does not wait for it.
 */
export async function startGallery(): Promise<Gallery> {
  let built: Promise<ReadonlyMap<string, string | Uint8Array>> | undefined;
  const server = createServer((request, response) => {
    built ??= buildGallery();
    built.then(
      (files) => {
        const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname.replace(/\/$/, '');
        const file = files.get(path);
        if (file === undefined) return response.writeHead(404).end();
        const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(file);
      },
      (error: unknown) => {
        built = undefined;
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
      },
    );
  });
  await listen(server, 0);
  return {
    url: `http://127.0.0.1:${portOf(server)}/gallery`,
    stop: () => close(server),
  };
}

/** Every file by its path. */
async function buildGallery(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const output = await buildInMemory(ENTRIES, { base: '/gallery/' });
  const files = new Map<string, string | Uint8Array>();
  for (const file of output) files.set(`/gallery/${file.fileName}`, file.type === 'chunk' ? file.code : file.source);
  const documents = { pages: '/gallery', console: '/gallery/console' } as const;
  for (const name of Object.keys(ENTRIES) as Name[]) files.set(documents[name], documentOf(output, name));
  return files;
}

function documentOf(output: Rolldown.RolldownOutput['output'], name: Name): string {
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry && file.name === name);
  if (entry?.type !== 'chunk') throw new Error(`the gallery has no ${name}`);
  const styles = [...(entry.viteMetadata?.importedCss ?? [])];
  const links = styles.map((file) => `<link rel="stylesheet" href="/gallery/${file}">`).join('');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<link rel="icon" href="data:,"><title>Gallery of the ${name}</title>${links}</head><body${name === 'console' ? ' class="admin"' : ''}>`,
    `<div id="root"></div><script type="module" src="/gallery/${entry.fileName}"></script></body></html>`,
  ].join('');
}
