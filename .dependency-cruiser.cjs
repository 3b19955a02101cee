/** The one-way streets between the rooms; docs/architecture.md names each. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(src|worker|client|test)/', pathNot: allowed },
});

module.exports = {
  forbidden: [
    only('src-imports-only-src', '^src/', '^src/'),
    {
      name: 'src-libraries',
      comment: 'The domain is arithmetic: zod for the contract, audited hashes and curves for the draw.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'], pathNot: '(@noble/|@scure/|zod)' },
    },
    {
      name: 'web3-stays-where-transactions-are-made',
      severity: 'error',
      from: { path: '^(src|worker|client)/', pathNot: '^worker/(chain|swap|tax)/' },
      to: { path: 'node_modules/@solana/' },
    },
    only('store-stands-alone', '^worker/store/', '^(src|worker/store)/'),
    only('cache-stands-alone', '^worker/cache/', '^(src|worker/cache)/'),
    only('chain-stands-alone', '^worker/chain/', '^(src|worker/chain)/'),
    only('beacon-stands-alone', '^worker/beacon/', '^(src|worker/beacon)/'),
    only('feeds-stand-alone', '^worker/feeds/', '^(src|worker/feeds)/'),
    only('swap-knows-chain-and-feeds', '^worker/swap/', '^(src|worker/(swap|chain|feeds))/'),
    {
      name: 'services-know-no-edge',
      severity: 'error',
      from: { path: '^worker/services/' },
      to: { path: '^worker/(routes|http|lock|cron|app|index)' },
    },
    {
      name: 'client-knows-only-src',
      comment: 'The client knows the worker through the contract, and the page budget has no room for zod.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(worker|test)/' },
    },
    {
      name: 'client-types-of-the-contract-only',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(src|worker|client)/' },
      to: { path: '^test/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'workerd', 'default', 'types'] },
    exclude: { path: '(^dist/|\\.tsbuildinfo$)' },
  },
};
