/** Compiled when the worker is uploaded. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: this is how the platform's modules are.
  export default module;
}

/** A rule in wrangler.toml makes this import give the file's bytes. */
declare module '*.woff2' {
  const bytes: ArrayBuffer;
  // biome-ignore lint/style/noDefaultExport: this is how the platform's modules are.
  export default bytes;
}
