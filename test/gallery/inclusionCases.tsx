import type { InclusionAnswer, InclusionPlace } from '../../client/audit/check/findInclusion.ts';
import { type InclusionSearch, InclusionView } from '../../client/audit/panel/InclusionPanel.tsx';
import { address } from '../../src/address/address.ts';
import type { Group } from './Gallery.tsx';
import { addressNumber } from './lottery.ts';

const wallet = address(addressNumber(4));
const ROOT = 'c0a4e83b1f2d5a6978e1b2c3d4e5f60718293a4b5c6d7e8f9011223344556677';
const SIGNATURE = '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv';

const listed: InclusionPlace = {
  kind: 'listed',
  root: ROOT,
  proof: {
    ...{ roundNumber: 1233, address: wallet, amount: '123456789000', index: 3, entries: 412 },
    path: Array.from({ length: 9 }, () => ROOT),
  },
};
const absent: InclusionPlace = {
  ...{ kind: 'absent', entries: 412, root: ROOT, slot: 381_234_567 },
  ...{ threshold: '100000000000', top: 0, excluded: null },
};
const ok = { state: 'ok', value: SIGNATURE } as const;
const held = {
  state: 'ok',
  value: 'it held 123,456.78 GOD at slot 381234567, by the last transactions of its token account',
} as const;
const open = { state: 'could-not-check', value: 'the chain could not be asked (it is silent)' } as const;

const answer = (place: InclusionPlace, more: Partial<InclusionAnswer> = {}): InclusionSearch => ({
  kind: 'done',
  answer: { round: 1233, address: wallet, place, chain: ok, amount: held, ...more },
});

const SEARCHES: Readonly<Record<string, InclusionSearch>> = {
  idle: { kind: 'idle' },
  running: { kind: 'running' },
  'could not be started': { kind: 'failed' },
  'in the list': answer(listed),
  'in the list, and the chain is silent': answer(listed, { chain: open, amount: open }),
  'in the list, which is not promised yet': answer(listed, { chain: { state: 'not-reached', value: ROOT } }),
  'in a list that is not the promised one': answer(listed, {
    chain: { state: 'failed', value: `snapshot.root: expected ${ROOT} got ${ROOT}` },
  }),
  'not in the list, though it held enough': answer(absent, {
    amount: { state: 'failed', value: 'expected it in the list: it held 123,456.789 GOD at slot 311,222,333' },
  }),
  'not in the list': answer(absent, { amount: open }),
  'not in the list of the largest': answer({ ...absent, top: 100 }, { amount: open }),
  excluded: answer({ ...absent, excluded: 'off curve' }),
  'no list yet': answer({ kind: 'no-list', isCalledOff: false }),
  'no list ever': answer({ kind: 'no-list', isCalledOff: true }),
  'could not check': answer({ kind: 'unread', why: '/api/lottery/rounds/1233/proof answered 503' }),
};

/** Every state of the search for a wallet in a round's list. */
export const INCLUSION: Group = {
  title: 'The search for a wallet in a round’s list',
  exhibits: Object.entries(SEARCHES).map(([state, search]) => [
    state,
    <div key={state} className="wrap page">
      <InclusionView address={wallet} search={search} onFind={() => undefined} />
    </div>,
  ]),
};
