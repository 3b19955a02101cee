import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** The first module of the script in `/verify.html`, the file that works alone. */
export const VERIFIER_ENTRY = 'commands/verifier/page.ts';
const TEMPLATE = 'commands/verifier/page.html';
/** The built file, outside of the public output: the worker serves it with a policy of its own. */
export const MADE = 'dist/verifier-file.json';
const MODULE = 'virtual:verifier-file';

/**
 * Makes `/verify.html` out of its script, style and policy, and computes its hash. The server bundle imports file,
 * policy and hash by a virtual name.
 */
export function verifierFile(): Plugin {
  return {
    name: 'verifier-file',
    sharedDuringBuild: true,
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      this.addWatchFile(MADE);
      return `export const file = ${readFileSync(MADE, 'utf8')}`;
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'verifier') return;
      mkdirSync('dist', { recursive: true });
      writeFileSync(MADE, JSON.stringify(fileOf(Object.values(bundle))));
    },
  };
}

function fileOf(built: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = built.filter((one) => one.type === 'chunk');
  const styles = built.filter((one) => one.type === 'asset' && one.fileName.endsWith('.css'));
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error('the verifier’s file needs one script');
  // In HTML, `</script` inside the script would end it.
  const script = chunk.code.trim().replaceAll('</', '<\\/');
  const style = styles.map((one) => (one.type === 'asset' ? String(one.source).trim() : '')).join('');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = readFileSync(TEMPLATE, 'utf8')
    .replace('POLICY', () => policy)
    .replace('/* STYLE */', () => style)
    .replace('/* SCRIPT */', () => script);
  return { html, policy, sha256: createHash('sha256').update(html).digest('hex') };
}

/** The hash of a text as a content security policy writes it: `'sha256-…'`. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
