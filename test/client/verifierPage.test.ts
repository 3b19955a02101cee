import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { NotJson } from '../../client/audit/chain/readJson.ts';
import { createSource } from '../../commands/verifier/readSource.ts';

afterEach(() => vi.unstubAllGlobals());

/** The parts of a document that the file's script needs: each element by its id, made when it is first asked for. */
function documentOf(values: Readonly<Record<string, string>>) {
  const made = new Map<string, Element>();
  const all: Element[] = [];
  const make = (id: string) => {
    const element = Object.assign(new EventTarget(), {
      ...{ value: values[id] ?? '', checked: false, disabled: false, hidden: true, textContent: '' },
      ...{
        replaceChildren() {},
        append() {},
        querySelector: () => null,
        dataset: {},
        classList: { toggle() {} },
        click() {},
      },
    }) as unknown as Element;
    all.push(element);
    return element;
  };
  const getElementById = (id: string) => {
    const element = made.get(id) ?? make(id);
    made.set(id, element);
    return element as HTMLButtonElement;
  };
  const texts = () => all.map(({ textContent }) => textContent).join('\n');
  return { getElementById, createElement: make, body: make('body'), texts };
}

/** Opens the file's script beside a document, and gives it files as a drop does. */
async function open(values: Readonly<Record<string, string>>) {
  const page = documentOf(values);
  const drops: ((event: unknown) => void)[] = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', (name: string, listen: (event: unknown) => void) => {
    if (name === 'drop') drops.push(listen);
  });
  vi.resetModules();
  await import('../../commands/verifier/page.ts');
  const drop = (...bytes: readonly number[]) => {
    const files = [new File([Uint8Array.from(bytes)], 'proof.json')];
    for (const listen of drops) listen({ preventDefault() {}, dataTransfer: { files } });
  };
  const said = () => page.getElementById('verdict').textContent ?? '';
  return { drop, said, texts: page.texts, button: page.getElementById('verify'), save: page.getElementById('save') };
}

const MINT = 'So11111111111111111111111111111111111111112';
const OPEN_BRACE = 0x7b;

it('the single-file verifier can be used again after a refused proof was given during a check', async () => {
  const { drop, said, button } = await open({ mint: MINT, round: '7' });
  drop(OPEN_BRACE);
  drop();
  await expect.poll(said).not.toBe('Checking…');
  await expect.poll(() => button.disabled).toBe(false);
});

it.each(['1,234', '#12', '012', 'twelve'])(
  'a typed round %j is not passed over in favour of the proof’s own',
  async (round) => {
    const { drop, said } = await open({ mint: MINT, round });
    drop(...Buffer.from('{"roundNumber":7}'));
    await expect.poll(said).toBe('Type the round’s number in digits only, such as 1234, or leave the field empty.');
  },
);

it('a saved report can be read although the browser reads it only later', async () => {
  const { save } = await open({});
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  vi.useFakeTimers();
  save.dispatchEvent(new Event('click'));
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('a file that is not UTF-8, or begins with a byte order mark, is refused as a proof', async () => {
  const broken = [...Buffer.from('{"notes":"'), 0xff, ...Buffer.from('"}')];
  const marked = [0xef, 0xbb, 0xbf, ...Buffer.from('{}')];
  const { drop, said, texts } = await open({ mint: MINT, round: '7' });
  drop(...broken);
  await expect.poll(said).toMatch(/^Could not check: .*utf-8/);
  drop(...marked);
  await expect.poll(texts).toContain('no proof: no value at character 0');

  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  const file = join(folder, 'proof.json');
  writeFileSync(file, Uint8Array.from(broken));
  expect(await createSource({ file }).proof(7)).toBeInstanceOf(NotJson);
  writeFileSync(file, Uint8Array.from(marked));
  expect(await createSource({ file }).proof(7)).toBe('\ufeff{}');
  rmSync(folder, { recursive: true });
});
