/**
 * The hashed file names of the browser bundle, as absolute paths. `css` is the text of `styles`, and `cssHash` is the
 * hash of that text in the form that a policy has. `pages` has, by the module of each other page, what that page needs
 * in addition.
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

/** The same for the console's bundle. */
declare module 'virtual:admin-assets' {
  export const assets: { script: string; preload: string[]; styles: string[]; fonts: string[] };
}

/** The verifier as one HTML file, and the policy that allows its own script and styles and nothing else. */
declare module 'virtual:verifier-file' {
  export const file: { readonly html: string; readonly policy: string; readonly sha256: string };
}
