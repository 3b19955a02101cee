import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which people look for licences. */
export const LICENSES_FILE = 'THIRD_PARTY_LICENSES';
/** With fewer bytes than this, a bundle holds only a wrapper of a package and none of its code. */
const LEAST_BYTES = 100;
/** Licences of packages that may be served, with their notices. The GPL and similar licences are not among them. */
export const ALLOWED = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'MPL-2.0', 'CC0-1.0', 'Unlicense'];
/** Packages without a licence in their manifest but with its text, which a person has read. */
const READ_BY_A_PERSON: Readonly<Record<string, string>> = { 'text-encoding-utf-8@1.0.2': 'Unlicense' };
/** The packages that Vite bundles into the pages. (For the worker, esbuild lists what is in its bundle.) */
const PAGES = ['react', 'react-dom', '@tanstack/react-query'];

export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its licence as the package has it; null when it has none. */
  readonly text: string | null;
  readonly author: string;
  /** The address of its source, for licences that ask for it. */
  readonly source: string;
}

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** esbuild's description of a bundle. */
export interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** Folders of the packages that are bundled into the worker, in the repository. */
export function bundledFolders({ outputs }: Metafile): string[] {
  const bytes = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder] = /((?:node_modules\/.*)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      if (folder !== undefined) bytes.set(folder, (bytes.get(folder) ?? 0) + bytesInOutput);
    }
  }
  return [...bytes].flatMap(([folder, count]) => (count >= LEAST_BYTES ? [folder] : []));
}

/** Folders of the packages that the pages are made with, and of the packages that these need. */
export function pageFolders(repository: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const folder = `node_modules/${name}`;
    if (found.has(folder)) return;
    found.add(folder);
    for (const needed of Object.keys(manifestOf(repository, folder).dependencies ?? {})) visit(needed);
  };
  for (const name of PAGES) visit(name);
  return [...found];
}

/** A package with its licence. */
export function thirdParty(repository: string, folder: string): ThirdParty {
  const { version, license, author, repository: source } = manifestOf(repository, folder);
  const name = folder.split('node_modules/').at(-1) ?? folder;
  const file = readdirSync(join(repository, folder)).find((one) => /^(?:licen[sc]e|copying|unlicense)/i.test(one));
  return {
    name,
    version,
    license: license ?? READ_BY_A_PERSON[`${name}@${version}`] ?? 'unknown',
    text: file === undefined ? null : readFileSync(join(repository, folder, file), 'utf8').trim(),
    author: typeof author === 'string' ? author : (author?.name ?? 'its authors'),
    source: typeof source === 'string' ? source : (source?.url ?? `https://www.npmjs.com/package/${name}`),
  };
}

function manifestOf(repository: string, folder: string): Manifest {
  const path = join(repository, folder, 'package.json');
  if (!existsSync(path)) throw new Error(`${folder} is not installed`);
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

const RULE = '-'.repeat(80);

/** The file as a text: every package with its notice, then the fonts with theirs. */
export function licensesText(packages: readonly ThirdParty[], fonts: string): string {
  const head = [
    'What is served to browsers and runs in the worker contains the following work of others, each under its own licence.',
    'Written by: npm run licenses',
  ];
  const each = packages.map(({ name, version, license, text, author, source }) =>
    [
      RULE,
      `${name} ${version} (${license})`,
      '',
      text ?? `Copyright ${author}. Licensed under ${license}. Its source: ${source}`,
    ].join('\n'),
  );
  return `${[...head, '', ...each, RULE, fonts.trim()].join('\n')}\n`;
}
