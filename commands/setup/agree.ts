import { createInterface } from 'node:readline/promises';

/** Whether a person at the terminal answers the question with `word`. A terminal that closes counts as no. */
export async function isAgreed(question: string, word: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const said = await Promise.race([terminal.question(`${question} Write ${word} to go on: `), closed]);
  terminal.close();
  return said.trim() === word;
}
