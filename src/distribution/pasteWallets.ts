import { parseAddress } from '../address/address.ts';
import { isReservedKey } from '../address/reservedKeys.ts';
import { isPrintableLabel, MAX_LABEL } from './label.ts';
import { typedPercent } from './typedNumber.ts';
import { type DistributionWallet, MAX_WALLETS } from './wallet.ts';

/** A line of a pasted list, and what it would do. */
export interface PastedLine {
  /** The line's number in the text, from 1 on. */
  readonly line: number;
  readonly address: string;
  readonly label: string;
  /** Percent; null where it could not be read. */
  readonly percentage: number | null;
  /** The wallet in the list with this address; null: the address is new. */
  readonly known: DistributionWallet | null;
  /** Every reason why the line cannot be taken, as sentences. */
  readonly problems: readonly string[];
}

export interface Pasted {
  readonly lines: readonly PastedLine[];
  /** What is wrong with the list as a whole; null when nothing is. */
  readonly problem: string | null;
}

/**
 * Reads a pasted list of wallets: address, label and percent, separated by tabs, semicolons or commas. A first line
 * with the names of the columns is skipped. If a line cannot be taken, its `problems` say why.
 */
export function pasteWallets(text: string, wallets: readonly DistributionWallet[]): Pasted {
  const all = readFields(text);
  const rows = isHeading(all[0]) ? all.slice(1) : all;
  const firstLineOf = new Map<string, number>();
  const lines = rows.map((row): PastedLine => {
    const [address, label = '', percent = ''] = row.fields;
    const before = firstLineOf.get(address);
    if (before === undefined) firstLineOf.set(address, row.line);
    const { percent: percentage, note } = typedPercent(percent);
    const problems = [
      ...fieldProblems(row),
      ...(before === undefined ? [] : [`Line ${before} has this address already`]),
      ...(note === null ? [] : [note]),
    ];
    const known = wallets.find((wallet) => wallet.address === address) ?? null;
    return { line: row.line, address, label, percentage, known, problems };
  });
  const count = wallets.length + lines.filter(({ known }) => known === null).length;
  return {
    lines,
    problem: count > MAX_WALLETS ? `At most ${MAX_WALLETS} wallets are possible: this would make ${count}` : null,
  };
}

/**
 * The list with what was pasted: known addresses get the new share and label (the admin's label stays), the others are
 * added. No line may have a problem. `made` gives a new wallet's id; `at` is the ISO time of the edit.
 */
export function takePasted(
  wallets: readonly DistributionWallet[],
  lines: readonly PastedLine[],
  made: { readonly at: string; readonly newId: () => string },
): readonly DistributionWallet[] {
  const byId = new Map(lines.flatMap((line) => (line.known === null ? [] : [[line.known.id, line] as const])));
  const kept = wallets.map((wallet) => {
    const line = byId.get(wallet.id);
    if (line === undefined) return wallet;
    const label = wallet.isAdmin ? wallet.label : line.label;
    return { ...wallet, label, percentage: line.percentage ?? wallet.percentage, updatedAt: made.at };
  });
  const added = lines.flatMap((line): DistributionWallet[] => {
    if (line.known !== null) return [];
    const { address, label } = line;
    const roles = { isAdmin: false, isLottery: false, isActive: true };
    const times = { createdAt: made.at, updatedAt: made.at };
    return [{ id: made.newId(), address, label, percentage: line.percentage ?? 0, ...roles, ...times }];
  });
  return [...kept, ...added];
}

function isHeading(row: FieldsOfLine | undefined): boolean {
  return row !== undefined && /^(?:wallet[ _])?address$/i.test(row.fields[0]);
}

function fieldProblems({ fields }: FieldsOfLine): string[] {
  const [address, label = '', percent = ''] = fields;
  const parsed = parseAddress(address);
  return [
    ...(fields.length > 3
      ? ['More than three columns. Separate them by tabs or semicolons, or put quotes around a field with a comma']
      : []),
    ...(parsed === null
      ? ['Invalid wallet address']
      : isReservedKey(parsed)
        ? ['This address belongs to the chain itself and cannot be paid']
        : []),
    ...(label === '' ? ['The label is missing'] : []),
    ...(label !== '' && !isPrintableLabel(label)
      ? [`The label must have at most ${MAX_LABEL} characters, all of them printable`]
      : []),
    ...(percent === '' ? ['The percentage is missing'] : []),
  ];
}

/** A line of a list with its number, from 1 on, cut into its fields. */
interface FieldsOfLine {
  readonly line: number;
  readonly fields: Fields;
}

/** At least one field, which may be empty. */
type Fields = readonly [...string[], string];

const SEPARATORS = ['\t', ';', ','] as const;

/**
 * The lines of a pasted list, cut into fields; empty lines are left out. The separator of all lines is the tab if any
 * line has one outside of quotes, else the semicolon, else the comma. A field in double quotes may contain the
 * separator; two double quotes in it stand for one.
 */
function readFields(text: string): readonly FieldsOfLine[] {
  const lines = text.split(/\r\n|\n|\r/);
  const separator = SEPARATORS.find((mark) => lines.some((line) => cut(line, mark).length > 1)) ?? ',';
  return lines.flatMap((content, index) =>
    content.trim() === '' ? [] : [{ line: index + 1, fields: cut(content, separator) }],
  );
}

function cut(line: string, separator: string): Fields {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const mark = line.charAt(at);
    if (isQuoted && mark === '"' && line.charAt(at + 1) === '"') {
      field += '"';
      at++;
    } else if (mark === '"' && (isQuoted || field.trim() === '')) isQuoted = !isQuoted;
    else if (mark === separator && !isQuoted) {
      fields.push(field.trim());
      field = '';
    } else field += mark;
  }
  return [...fields, field.trim()];
}
