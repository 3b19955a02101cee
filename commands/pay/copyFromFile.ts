import { parseAddress } from '../../src/address/address.ts';
import { godUnits } from '../../src/money/god.ts';
import { parseJson } from '../../src/parseJson.ts';
import { knownProtocol } from '../../src/protocol/protocolOf.ts';

/** A copy of a round's list, as base64 of its stored form, and the JSON text of the round's rules. */
export interface Copy {
  readonly list: string;
  readonly rules: string;
}

/**
 * Reads a copy of a round's list and rules from JSON: a proof, or `{"entries": […], "rules": {…}}`. Amounts may be
 * missing, because the root does not contain them. The lottery judges by hashes whether the copy is right. For any
 * other text, throws an Error whose message is a sentence.
 */
export function copyFromFile(text: string): Copy {
  const json = parseJson(text);
  if (json === undefined) throw new Error('The file is no JSON.');
  const read = json as (Partial<Saved> & { readonly snapshot?: Partial<Saved> | null }) | null;
  const { entries, amounts = [] } = read?.snapshot ?? read ?? {};
  const { rules } = read ?? {};
  if (!Array.isArray(entries) || typeof rules !== 'object' || rules === null)
    throw new Error('The file has no entries, or no rules.');
  const protocol = knownProtocol(Number(rules.rules));
  if (protocol === null)
    throw new Error(`Rules version ${String(rules.rules)} is not known here. Use a newer version.`);
  const list = entries.map((owner, i) => {
    const wallet = parseAddress(String(owner));
    if (wallet === null) throw new Error(`${String(owner)} is no address.`);
    const amount = String(amounts?.[i] ?? 0);
    if (!/^\d+$/.test(amount)) throw new Error(`${amount} is no amount in base units.`);
    return { owner: wallet, amount: godUnits(BigInt(amount)) };
  });
  return { list: Buffer.from(protocol.joinList(list)).toString('base64'), rules: JSON.stringify(rules) };
}

interface Saved {
  readonly entries: readonly unknown[];
  readonly amounts: readonly unknown[] | null;
  readonly rules: Readonly<Record<string, unknown>>;
}
