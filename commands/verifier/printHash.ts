import { readFileSync } from 'node:fs';
import { MADE } from './verifierFile.ts';

/** Prints the SHA-256 of `/verify.html` as this build makes it, in the form of `sha256sum`. */
const { sha256 } = JSON.parse(readFileSync(MADE, 'utf8')) as { readonly sha256: string };
console.log(`${sha256}  verify.html`);
