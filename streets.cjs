/**
 * The rooms and the streets between them: what each folder may import beside itself. docs/architecture.md draws them,
 * `npm run check:imports` holds them, and test/domain/streets.test.ts breaks each of them on purpose.
 * A file belongs to the room with the longest name that begins its path. No two rooms lead to each other.
 */

/** The arithmetic that everybody may use. `src/protocol/v1` is not here: who computes a round asks for the round's own version. */
const SRC = [
  ...['src/address', 'src/contract', 'src/distribution', 'src/money', 'src/price', 'src/protocol'],
  ...['src/protocol/terms', 'src/round', 'src/tax'],
];

const STREETS = {
  'src/address': [],
  'src/money': ['src/address'],
  'src/price': ['src/money'],
  'src/distribution': ['src/address'],
  'src/protocol/terms': ['src/address', 'src/money'],
  'src/protocol/v1': ['src/address', 'src/money', 'src/protocol/terms'],
  'src/protocol': ['src/money', 'src/protocol/terms', 'src/protocol/v1'],
  'src/round': ['src/money', 'src/protocol', 'src/protocol/terms'],
  'src/tax': ['src/distribution'],
  'src/contract': ['src/round', 'src/tax'],

  'worker/store': SRC,
  'worker/cache': SRC,
  'worker/chain': SRC,
  'worker/feeds': SRC,
  'worker/swap': [...SRC, 'worker/chain', 'worker/feeds'],
  'worker/settings': [...SRC, 'worker/feeds', 'worker/swap'],
  'worker/engine': [...SRC, 'worker/chain', 'worker/store'],
  'worker/rounds': [...SRC, 'worker/engine', 'worker/chain', 'worker/store', 'worker/feeds', 'worker/settings'],
  'worker/tax': [...SRC, 'worker/engine', 'worker/chain', 'worker/store', 'worker/swap', 'worker/settings'],
  'worker/version.ts': [],
  'worker/services': [
    ...[...SRC, 'worker/rounds', 'worker/chain', 'worker/store', 'worker/cache', 'worker/feeds'],
    ...['worker/settings', 'worker/version.ts'],
  ],
  'worker/objects/stubs': [...SRC, 'worker/cache', 'worker/services'],
  'worker/env.ts': ['worker/objects/stubs'],
  'worker/compose': [
    ...[...SRC, 'worker/engine', 'worker/rounds', 'worker/tax', 'worker/services', 'worker/chain', 'worker/store'],
    ...['worker/cache', 'worker/feeds', 'worker/swap', 'worker/settings', 'worker/env.ts'],
  ],
  'worker/objects': [
    ...[...SRC, 'worker/objects/stubs', 'worker/compose', 'worker/services', 'worker/cache', 'worker/settings'],
    'worker/env.ts',
  ],
  'worker/page.d.ts': ['src/contract'],
  'worker/http': [
    ...[...SRC, 'worker/services', 'worker/store', 'worker/cache', 'worker/settings', 'worker/env.ts'],
    ...['worker/version.ts', 'worker/page.d.ts'],
  ],
  'worker/routes': [
    ...[...SRC, 'worker/http', 'worker/services', 'worker/compose', 'worker/settings', 'worker/version.ts'],
    ...['worker/page.d.ts', 'worker/env.ts'],
  ],
  'worker/scheduled.ts': ['worker/http', 'worker/env.ts'],
  'worker/app.ts': ['worker/routes', 'worker/http', 'worker/services', 'worker/settings'],
  'worker/index.ts': [
    ...['worker/app.ts', 'worker/scheduled.ts', 'worker/objects', 'worker/settings', 'worker/env.ts'],
  ],

  client: SRC,
};

const ROOMS = Object.keys(STREETS);

module.exports = { STREETS, ROOMS };
