import { errorText } from '../../src/errorText.ts';
import './page.css';
import { fetchText, urlOf, utf8Text } from '../../client/audit/chain/fetchJson.ts';
import { type Report, verdictText } from '../../client/audit/check/Report.ts';
import type { Step } from '../../client/audit/check/Step.ts';
import { STATE_TEXTS } from '../../client/audit/thread/auditTexts.ts';
import { downloadText } from '../../client/ui/downloadText.ts';
import { readOptions, type Typed } from './readOptions.ts';
import { proofUrl, roundIn, verifyText } from './verifyText.ts';

/** The script of the verifier in a single file. It calls no server until the visitor starts a check. */
const form = element<HTMLFormElement>('form');
const verdict = element('verdict');
const list = element('steps');
const unconfirmed = element('unconfirmed');
const save = element<HTMLButtonElement>('save');
const button = element<HTMLButtonElement>('verify');

let report: Report | null = null;
/** The number of the newest check: older ones do not write any more. */
let run = 0;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void verify(async () => {
    const typed = field('text').trim();
    return /^https?:\/\//.test(typed) ? fetchText(proofUrl(typed)) : typed;
  });
});
element<HTMLInputElement>('file').addEventListener('change', ({ target }) => {
  verifyFile((target as HTMLInputElement).files);
});
for (const name of ['dragenter', 'dragover', 'dragleave', 'drop'] as const)
  addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.toggle('over', name === 'dragenter' || name === 'dragover');
    if (name === 'drop') verifyFile(event.dataTransfer?.files ?? null);
  });
save.addEventListener('click', () => {
  const name = `round-${report?.roundNumber ?? 'unknown'}-report.json`;
  downloadText(name, 'application/json', JSON.stringify(report, null, 1));
});

function verifyFile(files: FileList | null): void {
  const [file] = files ?? [];
  if (file) void verify(async () => utf8Text(await file.arrayBuffer()));
}

/** Checks the proof whose text `read` gives. */
async function verify(read: () => Promise<string>): Promise<void> {
  const current = ++run;
  const tell = (sentence: string, tone = '') => Object.assign(verdict, { textContent: sentence, className: tone });
  list.replaceChildren();
  for (const part of [unconfirmed, save]) part.hidden = true;
  button.disabled = true;
  tell('Checking…');
  try {
    const options = readOptions(typedOptions());
    if (typeof options === 'string') return void tell(options, 'failed');
    const text = await read();
    if (current !== run) return;
    if (text === '') return void tell('Drop a proof here, choose its file, or paste its text.', 'failed');
    const named = field('round').trim();
    if (!/^(?:[1-9]\d{0,11})?$/.test(named))
      return void tell('Type the round’s number in digits only, such as 1234, or leave the field empty.', 'failed');
    // Without a number, the round that the proof names is checked.
    const round = named === '' ? roundIn(text) : Number(named);
    if (round === null) return void tell('Name the round: this text does not say which one it is about.', 'failed');
    const inclusion = field('inclusion').trim();
    const found = await verifyText({
      ...{ text, round, options },
      ...(inclusion !== '' && { inclusion }),
      onStep: (step) => {
        if (current === run) list.append(stepItem(step));
      },
    });
    if (current !== run) return;
    report = found;
    tell(verdictText(found), found.verdict === 'failed' ? 'failed' : '');
    showUnconfirmed(found);
    save.hidden = false;
  } catch (error) {
    if (current === run) tell(`Could not check: ${errorText(error)}`, 'failed');
  } finally {
    if (current === run) button.disabled = false;
  }
}

function typedOptions(): Typed {
  const names = ['mint', 'lottery', 'drand-key', 'drand-genesis', 'drand-period'] as const;
  return {
    ...Object.fromEntries(names.map((name) => [name, field(name).trim()])),
    rpc: [field('rpc').trim(), field('rpc2').trim()],
    'drand-url': [field('drand-url').trim()],
    offline: !element<HTMLInputElement>('ask').checked,
  };
}

function stepItem({ id, name, sentence, state, value, link }: Step): HTMLElement {
  const item = Object.assign(document.createElement('li'), { className: state });
  item.dataset.step = id;
  const said = [part('strong', name), ' ', part('b', STATE_TEXTS[state]), part('span', sentence), part('code', value)];
  item.append(...said);
  if (link !== null) {
    const elsewhere = Object.assign(document.createElement('a'), {
      href: link,
      target: '_blank',
      rel: 'noopener noreferrer',
    });
    elsewhere.textContent = `See it elsewhere (${urlOf(link)?.host ?? link})`;
    item.append(elsewhere);
  }
  return item;
}

function showUnconfirmed({ unconfirmed: fields }: Report): void {
  const lines = fields.map(({ field: name, value }) => {
    const line = document.createElement('div');
    line.append(part('dt', name), part('dd', value));
    return line;
  });
  unconfirmed.querySelector('dl')?.replaceChildren(...lines);
  unconfirmed.hidden = lines.length === 0;
}

function part(tag: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

function field(id: string): string {
  return element<HTMLInputElement | HTMLTextAreaElement>(id).value;
}

function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`verify.html has no element ${id}`);
  return found as Kind;
}
