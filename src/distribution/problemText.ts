import { MAX_LABEL, shownLabel } from './label.ts';
import { percentText } from './percentage.ts';
import type { DistributionProblem } from './validateWallets.ts';
import { MAX_WALLETS } from './wallet.ts';

/** A broken rule as a sentence, for API and console. */
export function problemText(problem: DistributionProblem): string {
  switch (problem.kind) {
    case 'no-active-wallet':
      return 'At least one active wallet is required';
    case 'negative-percentage':
      return `Wallet ${shownLabel(problem.label)} has negative percentage`;
    case 'percentage-over-100':
      return `Wallet ${shownLabel(problem.label)} has percentage over 100%`;
    case 'percentage-decimals':
      return `Wallet ${shownLabel(problem.label)} needs a percentage with at most two decimals`;
    case 'total-not-100':
      return `Total percentage must equal 100%, currently ${percentText(problem.percent)}`;
    case 'invalid-address':
      return `Invalid wallet address for ${shownLabel(problem.label)}: ${shownLabel(problem.address)}`;
    case 'reserved-address':
      return `Wallet ${shownLabel(problem.label)} names an address of the chain itself, which cannot be paid: ${problem.address}`;
    case 'admin-count':
      return 'Exactly one active admin wallet is required';
    case 'duplicate-address':
      return `Duplicate active wallet address: ${shownLabel(problem.address)}`;
    case 'invalid-label':
      return problem.label.trim() === ''
        ? 'Every wallet needs a label'
        : `The label ${shownLabel(problem.label)} must have at most ${MAX_LABEL} characters, all of them printable`;
    case 'invalid-id':
      return 'Every wallet needs an id of at most 64 letters, digits and hyphens';
    case 'duplicate-id':
      return `Duplicate wallet id: ${shownLabel(problem.id)}`;
    case 'too-many-wallets':
      return `At most ${MAX_WALLETS} wallets are possible`;
    case 'admin-removed':
      return 'Cannot remove admin wallet';
    case 'admin-deactivated':
      return 'Cannot deactivate admin wallet';
    case 'pool-below-floor':
      return `The lottery pool must get at least ${percentText(problem.least)} of the tax, and would get ${percentText(problem.percent)}`;
    case 'unpayable-address':
      return `Wallet ${shownLabel(problem.label)}: ${problem.sentence}`;
  }
}
