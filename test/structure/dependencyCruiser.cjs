const { STREETS, ROOMS } = require('./streets.cjs');

const escaped = (path) => path.replace(/[.]/g, '\\.');
/** Matches every file of a room, and none of the rooms within it. */
const filesOf = (room) => {
  const within = ROOMS.filter((other) => other.startsWith(`${room}/`)).map((other) => other.slice(room.length + 1));
  const not = within.length === 0 ? '' : `(?!(?:${within.map(escaped).join('|')})(?:/|$))`;
  return `^${escaped(room)}(?:/${not}|$)`;
};

const street = ([room, allowed]) => ({
  name: `${room} imports only what its street leads to`,
  severity: 'error',
  from: { path: filesOf(room) },
  to: { path: '^(?:src|worker|client|commands|test)/', pathNot: [room, ...allowed].map(filesOf) },
});

module.exports = {
  forbidden: [
    ...Object.entries(STREETS).map(street),
    {
      name: 'every file is in a room',
      severity: 'error',
      from: { path: '^(?:src|worker|client|commands)/', pathNot: ROOMS.map(filesOf) },
      to: {},
    },
    {
      name: 'an import leads somewhere',
      severity: 'error',
      from: {},
      // What the runtime and the build provide under these names.
      to: { couldNotResolve: true, pathNot: '^(?:cloudflare:|virtual:|node:)' },
    },
    {
      name: 'src uses audited hashes and curves, and zod for the contract',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'], pathNot: '(@noble/|@scure/|zod)' },
    },
    {
      name: 'web3 stays where transactions are made',
      severity: 'error',
      from: { path: '^(?:src|worker|client|commands)/', pathNot: '^(?:worker/(?:chain|swap|tax)|commands/watcher)/' },
      to: { path: 'node_modules/@solana/' },
    },
    {
      name: 'the client takes types of the contract only',
      comment: 'The page budget has no room for zod.',
      severity: 'error',
      from: { path: '^(?:client|commands/verifier)/' },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'workerd', 'default', 'types'] },
    exclude: { path: '(^dist/|\\.tsbuildinfo$)' },
  },
};
