import { TellView } from '../../client/tell/TellPanel.tsx';
import type { PushView } from '../../client/tell/usePush.ts';
import type { Exhibit, Group } from './Gallery.tsx';
import { addressNumber } from './lottery.ts';
import { Visitor } from './Visitor.tsx';

const MINE = addressNumber(7);
const nothing = async () => undefined;

interface TellCase {
  readonly view: PushView;
  readonly isBusy?: boolean;
  readonly problem?: string;
}

const OFF: TellCase = { view: { kind: 'off' } };
const ON: TellCase = { view: { kind: 'on', wish: { address: MINE, kinds: ['win', 'below'] } } };

const CASES: Readonly<Record<string, TellCase>> = {
  looking: { view: { kind: 'looking' } },
  off: OFF,
  'off, and being turned on': { ...OFF, isBusy: true },
  'off, and refused': { ...OFF, problem: 'Your browser was not allowed to show notifications.' },
  on: ON,
  'on, for another wallet': { view: { kind: 'on', wish: { address: addressNumber(8), kinds: ['win', 'soon'] } } },
  'on, and for nothing known': { view: { kind: 'on', wish: { address: '', kinds: [] } } },
  'an iPhone that has to install the page': {
    view: {
      kind: 'cannot',
      sentence:
        'On an iPhone or iPad, first add this page to your Home Screen (Share, then “Add to Home Screen”) and open it from there.',
    },
  },
  'a lottery that sends none': {
    view: { kind: 'cannot', sentence: 'Notifications are not switched on for this lottery.' },
  },
};

/** What a browser may be told while the page is closed: the switch in every state. */
export const TELL: Group = {
  title: 'Being told',
  exhibits: Object.entries(CASES).map(
    ([state, { view, isBusy = false, problem = null }]): Exhibit => [
      state,
      <Visitor key={state}>
        <div className="wrap panel">
          <TellView address={MINE} {...{ view, isBusy, problem }} turnOn={nothing} turnOff={nothing} />
        </div>
      </Visitor>,
    ],
  ),
};
