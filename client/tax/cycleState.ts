import type { TaxCycleAnswer } from '../../src/contract/tax.ts';

export interface StateWords {
  readonly text: string;
  readonly tone: 'mint' | 'amber' | 'ruby' | 'grey';
}

/** The state of a cycle, in one or two words. */
export function stateOf({ state, lines }: TaxCycleAnswer): StateWords {
  switch (state) {
    case 'harvest':
      return { text: 'HARVESTING', tone: 'amber' };
    case 'withdraw':
      return { text: 'WITHDRAWING', tone: 'amber' };
    case 'swap':
      return { text: 'SELLING', tone: 'amber' };
    case 'distribute':
      return { text: 'PAYING', tone: 'amber' };
    case 'failed':
      return { text: 'FAILED', tone: 'ruby' };
    case 'empty':
      return { text: 'TOO LITTLE', tone: 'grey' };
    case 'done': {
      if (lines.length === 0) return { text: 'CARRIED OVER', tone: 'grey' };
      const failed = lines.filter(({ status }) => status === 'FAILED').length;
      if (failed === 0) return { text: 'DISTRIBUTED', tone: 'mint' };
      return failed === lines.length ? { text: 'NOT PAID', tone: 'ruby' } : { text: 'PARTLY PAID', tone: 'amber' };
    }
  }
}
