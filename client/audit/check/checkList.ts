import type { Address } from '../../../src/address/address.ts';
import { addressBytes } from '../../../src/address/address.ts';
import type { Arithmetic } from '../../../src/protocol/terms/Protocol.ts';
import type { Terms } from '../../../src/terms/Terms.ts';
import type { Bundle, BundleExclusion } from './Bundle.ts';
import { missing, type RoundFacts } from './RoundFacts.ts';
import { differs, type Finding, failed, firstOf, ok, UNKNOWN_TERMS, unlike } from './Step.ts';

/** Whether the proof's commitment names the pool wallet of the terms. */
export function checkWallet(facts: RoundFacts): Finding {
  const { bundle } = facts;
  const { wallet } = facts.terms;
  if (bundle.commitment === null) return missing(facts, 'commitment', 'locked');
  if (wallet === null) return UNKNOWN_TERMS;
  return unlike('commitment.wallet', wallet, bundle.commitment.wallet) ?? ok(wallet);
}

/**
 * Whether the list was read before the round's end, and each of its owners may be in it. It must have at least one
 * owner and at most the `top` of the terms, in order and none twice. Amounts that owners hold are not checked.
 */
export function checkEntries(facts: RoundFacts): Finding {
  const { bundle, fullTerms } = facts;
  const { rules, snapshot } = bundle;
  const { endsAt } = facts.terms;
  if (rules === null) return missing(facts, 'rules', 'locked');
  if (snapshot === null) return missing(facts, 'snapshot', 'locked');
  const { entries, takenAt } = snapshot;
  if (entries.length === 0) return failed('entries: expected at least one got none');
  const wrong = wrongEntry(facts, rules, entries);
  if (wrong) return wrong;
  const top = fullTerms?.top ?? 0;
  if (top > 0 && entries.length > top) return failed(`entries: expected at most the top ${top} got ${entries.length}`);
  if (takenAt >= endsAt) return failed(`snapshot.takenAt: expected before ${endsAt} got ${takenAt}`);
  return ok(`${entries.length} wallets`);
}

function wrongEntry(
  { protocol, terms, fullTerms }: RoundFacts,
  rules: NonNullable<Bundle['rules']>,
  entries: readonly Address[],
): Finding | null {
  const excluded = new Set([...rules.excluded, ...(fullTerms?.excluded ?? [])].map(([wallet]) => wallet));
  let before: Uint8Array | null = null;
  for (const [index, owner] of entries.entries()) {
    const name = `entry ${index} (${owner})`;
    const bytes = addressBytes(owner);
    if (before !== null && !isAbove(bytes, before))
      return failed(`${name}: expected an owner above the one before got one not above`);
    if (excluded.has(owner)) return failed(`${name}: expected no excluded owner got one that is excluded`);
    if (owner === terms.wallet) return differs(name, 'an owner that may win', 'the pool wallet');
    if (owner === fullTerms?.mint) return differs(name, 'an owner that may win', 'the mint');
    const reason = protocol.reasonInBytes(owner);
    if (reason !== null) return failed(`${name}: expected an owner that can be paid got one that cannot: ${reason}`);
    before = bytes;
  }
  return null;
}

/** Whether `bytes` is larger than `before` at the first byte in which the two differ. */
function isAbove(bytes: Uint8Array, before: Uint8Array): boolean {
  const at = bytes.findIndex((byte, index) => byte !== before[index]);
  return at >= 0 && (bytes[at] ?? 0) > (before[at] ?? 0);
}

/** Whether the proof's root is the Merkle root of its entries. */
export function checkRoot(facts: RoundFacts): Finding {
  const { bundle, root } = facts;
  if (bundle.snapshot === null || root === null) return missing(facts, 'snapshot', 'locked');
  return unlike('snapshot.root', root, bundle.snapshot.root) ?? ok(root);
}

const MEMBERS = ['excluded', 'rules', 'terms'].join();

/** A finding when a wallet is excluded for a reason that its bytes must show, and they do not; null otherwise. */
function unsupported(protocol: RoundFacts['protocol'], [wallet, reason]: BundleExclusion): Finding | null {
  if (reason !== 'reserved key' && reason !== 'off curve') return null;
  const found = protocol.reasonInBytes(wallet);
  return unlike(`reason against ${wallet}`, found ?? 'none in its bytes', reason);
}

/**
 * A finding when the rules give another reason than `excluded` for a wallet that the terms exclude, or give `excluded`
 * for any other wallet. Null otherwise, and when the terms are not known.
 */
function otherThanTerms({ fullTerms }: RoundFacts, [wallet, reason]: BundleExclusion): Finding | null {
  if (fullTerms === null) return null;
  const isNamed = fullTerms.excluded.some(([one]) => one === wallet);
  if (isNamed === (reason === 'excluded')) return null;
  return differs(`reason against ${wallet}`, isNamed ? 'excluded' : 'another reason (no terms exclude it)', reason);
}

const sharesIn = ({ share, places }: Terms) => `${share}: ${places}`;
const sharesOf = ({ poolPercent, placePercents }: Arithmetic) => `${poolPercent}: ${placePercents}`;

/**
 * Whether the proof's rules have exactly the members that are hashed, and the published hash. They must name the terms
 * in force. Their version must be known here, and have the shares of the terms. The excluded wallets must be in order,
 * and neither a wallet's bytes nor the terms may contradict the reason of its exclusion.
 */
export function checkRules(facts: RoundFacts): Finding {
  const { bundle, protocol, isKnownVersion, rulesHash, terms } = facts;
  const { rules } = bundle;
  if (rules === null || rulesHash === null) return missing(facts, 'rules', 'locked');
  const wallets = rules.excluded.map(([wallet]) => wallet);
  const wrong = firstOf(
    unlike('rules’ members', MEMBERS, rules.members.toSorted().join()),
    isKnownVersion
      ? null
      : differs('rules', protocol.version, `${rules.rules}: rules version ${rules.rules} is not known here`),
    terms.said === null ? null : unlike('rules.terms', terms.said.hash, rules.terms),
    facts.fullTerms === null ? null : unlike('shares', sharesIn(facts.fullTerms), sharesOf(protocol)),
    unlike('order of rules.excluded', [...new Set(wallets)].toSorted().join(), wallets.join()),
    ...rules.excluded.map((line) => otherThanTerms(facts, line) ?? unsupported(protocol, line)),
  );
  if (wrong) return wrong;
  if (bundle.rulesHash === null) return missing(facts, 'rulesHash', 'locked');
  return unlike('rulesHash', rulesHash, bundle.rulesHash) ?? ok(rulesHash);
}

/** Whether the memo of the proof's commitment says exactly what follows from the list, the rules and the prize. */
export function checkMemo(facts: RoundFacts): Finding {
  const { bundle, root, rulesHash, prizes } = facts;
  const { commitment, snapshot, prize, rules } = bundle;
  if (commitment === null) return missing(facts, 'commitment', 'locked');
  if (snapshot === null || root === null) return missing(facts, 'snapshot', 'locked');
  if (prize === null || prizes === null) return missing(facts, 'prize', 'locked');
  if (rules === null || rulesHash === null) return missing(facts, 'rules', 'locked');
  const due = facts.protocol.commitMemo({
    round: facts.terms.round,
    endsAt: facts.terms.endsAt,
    slot: snapshot.slot,
    root,
    entries: snapshot.entries.length,
    poolLamports: prize.pool,
    totalLamports: prizes.total,
    beaconKeyId: facts.protocol.beaconKeyId(facts.network.network),
    beaconRound: facts.beaconRound,
    rulesHash,
  });
  if (due === commitment.memo) return ok(due);
  return firstWord(due, commitment.memo) ?? differs('commitment.memo', due, commitment.memo);
}

/** The finding for the first field in which two memos differ; null when the memos do not have the same fields. */
function firstWord(due: string, said: string): Finding | null {
  const [wanted, found] = [due.split(' '), said.split(' ')];
  const nameOf = (word: string | undefined) => word?.split('=')[0] ?? '';
  if (wanted.length !== found.length || wanted.some((word, index) => nameOf(word) !== nameOf(found[index])))
    return null;
  const at = wanted.findIndex((word, index) => word !== found[index]);
  const textOf = (word = '') => word.slice(nameOf(word).length + 1);
  return differs(`commitment.memo ${nameOf(wanted[at])}`, textOf(wanted[at]), textOf(found[at]));
}
