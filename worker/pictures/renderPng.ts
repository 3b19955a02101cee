/// <reference path="./modules.d.ts" />
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import engine from '@resvg/resvg-wasm/index_bg.wasm';
import font from '../../client/fonts/archivo-ui.woff2';

let isReady = false;

/** A PNG of an SVG whose texts are in Archivo. About a quarter of a second of CPU. */
export async function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  await start();
  // Nothing is awaited from here until both objects are freed. During a wait, another request could start the engine
  // again, and a new start replaces the memory in which the objects are.
  const drawing = new Resvg(svg, { font: { fontBuffers: [new Uint8Array(font)], defaultFontFamily: 'Archivo' } });
  const image = drawing.render();
  try {
    return Uint8Array.from(image.asPng());
  } finally {
    image.free();
    drawing.free();
  }
}

/** Starts the engine of this isolate. No request waits for another one's start, so two requests may both try. */
async function start(): Promise<void> {
  if (isReady) return;
  await initWasm(engine).catch((error: unknown) => {
    // Another request was faster.
    if (!(error instanceof Error && error.message.startsWith('Already initialized'))) throw error;
  });
  isReady = true;
}
