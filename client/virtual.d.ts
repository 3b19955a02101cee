/**
 * The browser bundle's hashed file names, as absolute paths. `css` is what `styles` hold, with its hash as a policy
 * names it; `pages` has, by module, what the other pages need beside it.
 */
declare module 'virtual:page-assets' {
  export const assets: {
    script: string;
    preload: string[];
    styles: string[];
    css: string;
    cssHash: string;
    pages: Readonly<Record<string, { css: string; cssHash: string; scripts: string[] }>>;
    fonts: string[];
  };
}

/** The same of the console's bundle. */
declare module 'virtual:admin-assets' {
  export const assets: { script: string; preload: string[]; styles: string[]; fonts: string[] };
}

/** The verifier as one HTML file, and the policy that lets its own script and styles run and nothing else. */
declare module 'virtual:verifier-file' {
  export const file: { readonly html: string; readonly policy: string; readonly sha256: string };
}
