import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULE_TYPES: Readonly<Record<string, 'esm' | 'wasm' | 'text' | 'data'>> = {
  js: 'esm',
  mjs: 'esm',
  wasm: 'wasm',
  txt: 'text',
  bin: 'data',
  woff2: 'data',
};

/** The modules of a built worker, as Miniflare takes them. */
export function readModules(bundleDir: string) {
  const modules: Record<
    string,
    { type: 'esm' | 'wasm' | 'text' | 'data'; contents: string | Uint8Array<ArrayBuffer> }
  > = {};
  for (const name of readdirSync(bundleDir)) {
    const type = MODULE_TYPES[name.split('.').at(-1) ?? ''];
    if (type === undefined) continue;
    const bytes = readFileSync(join(bundleDir, name));
    const isText = type === 'esm' || type === 'text';
    modules[name] = { type, contents: isText ? bytes.toString('utf8') : Uint8Array.from(bytes) };
  }
  return modules;
}
