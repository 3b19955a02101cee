import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { VERIFIER_ENTRY, verifierFile } from './commands/verifier/verifierFile.ts';

/**
 * A browser bundle: where it starts, and its hashed names as the server bundle needs them, in a file outside the public
 * output.
 */
interface Bundle {
  readonly entry: string;
  readonly names: string;
  /** The module in which the server bundle finds the names. */
  readonly module: string;
}
const PAGES: Bundle = {
  entry: 'client/entry-client.tsx',
  names: 'dist/page-assets.json',
  module: 'virtual:page-assets',
};
const ADMIN: Bundle = {
  entry: 'client/admin/entry.tsx',
  names: 'dist/admin-assets.json',
  module: 'virtual:admin-assets',
};
const SERVICE_WORKER = 'client/service/serviceWorker.ts';
/** A page that is loaded when it is asked for, and what loads it. */
const PAGE_MODULE = /\/client\/page\/\w+Page\.tsx$/;
const PAGE_LOADER = '/client/page/loadOther.ts';
/** The bundles by the names of their Vite environments. */
const BUNDLES: Readonly<Record<string, Bundle>> = { client: PAGES, admin: ADMIN };
/**
 * As the first line of a script, it makes V8 compile every function beside the main thread while the script arrives.
 * Without it, V8 compiles each function when it is first called. For other engines it is a comment. See the WICG's
 * "Explicit JavaScript Compile Hints (File-based)".
 */
const COMPILED_AHEAD = '//# allFunctionsCalledOnLoad';
/** Every browser of these years nests rules by itself. */
const CSS_TARGET = ['chrome123', 'firefox128', 'safari17.5'];

/** Notes the browser bundles' file names, and serves them to the server bundle as virtual modules. */
function pageAssets(): Plugin {
  return {
    name: 'page-assets',
    sharedDuringBuild: true,
    resolveId: (id) => (Object.values(BUNDLES).some(({ module }) => module === id) ? `\0${id}` : undefined),
    load(id) {
      const bundle = Object.values(BUNDLES).find(({ module }) => id === `\0${module}`);
      if (bundle === undefined) return;
      this.addWatchFile(bundle.names);
      return `export const assets = ${readFileSync(bundle.names, 'utf8')}`;
    },
    writeBundle(_options, bundle) {
      const built = BUNDLES[this.environment.name];
      if (built === undefined) return;
      const assets = JSON.stringify(namesIn(bundle, built.entry));
      // Unchanged names must not wake a watching server build.
      if (existsSync(built.names) && readFileSync(built.names, 'utf8') === assets) return;
      mkdirSync('dist', { recursive: true });
      writeFileSync(built.names, assets);
    },
  };
}

/** Has the pages' first script compiled ahead, after Vite has put its own line before it. */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const entry = entryOf(bundle, PAGES.entry);
        entry.code = `${COMPILED_AHEAD}\n${entry.code}`;
      },
    },
  };
}

/** Serves the notices of what is bundled beside the pages. */
function notices(): Plugin {
  return {
    name: 'notices',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: readFileSync('THIRD_PARTY_LICENSES', 'utf8') });
    },
  };
}

function namesIn(bundle: Rolldown.OutputBundle, start: string) {
  const chunks = chunksOf(bundle);
  const entry = entryOf(bundle, start);
  const needed = withImports(chunks, entry);
  const ending = (end: string) => Object.keys(bundle).filter((name) => name.endsWith(end));
  const styles = stylesOf(needed);
  const css = textOf(bundle, styles);
  const isPage = (chunk: Rolldown.OutputChunk) => PAGE_MODULE.test(chunk.facadeModuleId ?? '');
  const loader = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(PAGE_LOADER));
  const absolute = (names: readonly string[]) => names.map((name) => `/${name}`);
  return {
    script: `/${entry.fileName}`,
    preload: absolute([...needed].map((chunk) => chunk.fileName).filter((name) => name !== entry.fileName)),
    styles: absolute(styles),
    css,
    cssHash: hashOf(css),
    /** By the module's name, what a page needs beside the start. */
    pages: Object.fromEntries(
      chunks.filter(isPage).map((page) => {
        const own = [...withImports(chunks, page)].filter((chunk) => !needed.has(chunk));
        const text = textOf(bundle, stylesOf(own));
        const scripts = [...(loader ? [loader] : []), ...own].map((chunk) => chunk.fileName);
        return [page.name, { css: text, cssHash: hashOf(text), scripts: absolute(scripts) }];
      }),
    ),
    /** Loaded when they are used. */
    lazy: absolute(ending('.js').filter((name) => ![...needed].some((chunk) => chunk.fileName === name))),
    fonts: absolute(ending('.woff2')),
  };
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk');
}

function entryOf(bundle: Rolldown.OutputBundle, start: string): Rolldown.OutputChunk {
  const entry = chunksOf(bundle).find((chunk) => chunk.facadeModuleId?.endsWith(start));
  if (!entry) throw new Error(`the browser bundle has no ${start}`);
  return entry;
}

/** A chunk and all that it imports from the start. */
function withImports(chunks: readonly Rolldown.OutputChunk[], from: Rolldown.OutputChunk): Set<Rolldown.OutputChunk> {
  const found = new Set([from]);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = chunks.find((other) => other.fileName === name);
      if (imported) found.add(imported);
    }
  }
  return found;
}

function stylesOf(chunks: Iterable<Rolldown.OutputChunk>): string[] {
  return [...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
}

/** As a content security policy names it. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function textOf(bundle: Rolldown.OutputBundle, names: readonly string[]): string {
  return names
    .map((name) => bundle[name])
    .map((file) => (file?.type === 'asset' ? String(file.source) : ''))
    .join('');
}

export default defineConfig({
  plugins: [react(), pageAssets(), compiledAhead(), notices(), verifierFile()],
  publicDir: 'client/public',
  // `npm run check:budgets` says what a page costs.
  build: { reportCompressedSize: false },
  // The verifier's thread loads what only a wallet's page needs as a chunk of its own.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        assetsInlineLimit: 0,
        cssTarget: CSS_TARGET,
        rolldownOptions: {
          input: PAGES.entry,
          // What a page starts with compresses better as one file than as the parts that lazy chunks share with it.
          output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
        },
      },
    },
    // The console shares no chunk with the pages: their start must not carry a byte of it. Built after them, into the
    // same folder.
    admin: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        assetsInlineLimit: 0,
        cssTarget: CSS_TARGET,
        rolldownOptions: {
          input: ADMIN.entry,
          output: { codeSplitting: { groups: [{ name: 'admin', tags: ['$initial'] }] } },
        },
      },
    },
    // One script, which the plugin puts into one file together with its styles.
    verifier: {
      consumer: 'client',
      build: {
        outDir: 'dist/verifier',
        copyPublicDir: false,
        // The site's fonts are part of the file: it has nothing beside it.
        assetsInlineLimit: 100_000,
        modulePreload: false,
        cssTarget: CSS_TARGET,
        rolldownOptions: { input: VERIFIER_ENTRY, output: { codeSplitting: false } },
      },
    },
    // One script at an address of its own: a browser looks there whether it has changed.
    service: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: { sw: SERVICE_WORKER },
          output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    ssr: {
      // Otherwise the page carries React's development build.
      keepProcessEnv: false,
      resolve: { noExternal: true, conditions: ['workerd', 'worker', 'module', 'import', 'production'] },
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: { page: 'client/entry-server.tsx' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, admin, verifier, service, ssr } = builder.environments;
      if (!client || !admin || !verifier || !service || !ssr) throw new Error('the environments are configured above');
      for (const environment of [client, admin, verifier, service]) {
        const built = await builder.build(environment);
        if (!('on' in built)) continue;
        // Watching: the server build starts once the browser builds have written their names.
        await new Promise<void>((resolve) => {
          built.on('event', (event) => {
            if (event.code === 'END') resolve();
          });
        });
      }
      await builder.build(ssr);
    },
  },
});
