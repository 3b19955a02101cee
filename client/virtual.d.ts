/** The browser bundle's hashed file names, as absolute paths. `pageStyles` are those of the pages to read. */
declare module 'virtual:page-assets' {
  export const assets: { script: string; preload: string[]; styles: string[]; pageStyles: string[]; fonts: string[] };
}
