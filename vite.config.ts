import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** The browser bundle's hashed names, as the server bundle needs them. Lies outside the public output. */
const ASSETS_FILE = 'dist/page-assets.json';
const ENTRY = 'client/entry-client.tsx';

/** Notes the browser bundle's file names, and serves them to the server bundle as `virtual:page-assets`. */
function pageAssets(): Plugin {
  return {
    name: 'page-assets',
    sharedDuringBuild: true,
    resolveId: (id) => (id === 'virtual:page-assets' ? '\0page-assets' : undefined),
    load(id) {
      if (id !== '\0page-assets') return;
      this.addWatchFile(ASSETS_FILE);
      return `export const assets = ${readFileSync(ASSETS_FILE, 'utf8')}`;
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const assets = JSON.stringify(namesIn(bundle));
      // Unchanged names must not wake a watching server build.
      if (existsSync(ASSETS_FILE) && readFileSync(ASSETS_FILE, 'utf8') === assets) return;
      mkdirSync('dist', { recursive: true });
      writeFileSync(ASSETS_FILE, assets);
    },
  };
}

function namesIn(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(ENTRY));
  if (!entry) throw new Error(`the browser bundle has no ${ENTRY}`);
  const needed = new Set([entry]);
  for (const chunk of needed) {
    for (const name of chunk.imports) {
      const imported = chunks.find((other) => other.fileName === name);
      if (imported) needed.add(imported);
    }
  }
  const ending = (end: string) => Object.keys(bundle).filter((name) => name.endsWith(end));
  const styles = [...needed].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  const absolute = (names: readonly string[]) => names.map((name) => `/${name}`);
  return {
    script: `/${entry.fileName}`,
    preload: absolute([...needed].map((chunk) => chunk.fileName).filter((name) => name !== entry.fileName)),
    styles: absolute(styles),
    pageStyles: absolute(ending('.css').filter((name) => !styles.includes(name))),
    fonts: absolute(ending('.woff2')),
  };
}

export default defineConfig({
  plugins: [react(), pageAssets()],
  publicDir: 'client/public',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        assetsInlineLimit: 0,
        // Every browser of these years nests rules by itself.
        cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
        rolldownOptions: {
          input: ENTRY,
          // What a page starts with compresses better as one file than as the parts that lazy chunks share with it.
          output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
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
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('both environments are configured above');
      const built = await builder.build(client);
      if ('on' in built) {
        // Watching: the server build starts once the browser build has written its names.
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
