/** What the machine's parts are for, as visitors may know them. */
const NAMES: Readonly<Record<string, string>> = {
  settings: 'Settings',
  lock: 'The rounds’ clock',
  rounds: 'Rounds',
  rpc: 'Solana nodes',
  holders: 'List of holders',
  pool: 'Prize pool',
  beacon: 'Random numbers (drand)',
  tax: 'Tax cycles',
  database: 'Database',
  wallets: 'Wallets that pay fees',
  alerts: 'Alerts',
  webhook: 'Delivery of alerts',
};

/** A part's name in words; one that this version does not know keeps its own. */
export function partName(name: string): string {
  return NAMES[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
