/**
 * Absolute paths of the browser bundle's files. `css` is the text of `styles`; `cssHash` is its hash for the content
 * security policy. `pages` has, by module name, what each page but the landing page needs in addition.
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

/** The verifier as one HTML file, and the content security policy that allows only its own script and styles. */
declare module 'virtual:verifier-file' {
  export const file: { readonly html: string; readonly policy: string; readonly sha256: string };
}
