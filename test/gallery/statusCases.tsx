import { PartsPanel } from '../../client/status/PartsPanel.tsx';
import { UptimePanel } from '../../client/status/UptimePanel.tsx';
import type { Exhibit, Group } from './Gallery.tsx';
import { STATUS_CASES } from './status.ts';
import { Visitor } from './Visitor.tsx';

export const STATUS: Group = {
  title: 'The status',
  exhibits: Object.entries(STATUS_CASES).map(
    ([state, { parts, days }]): Exhibit => [
      state,
      <Visitor key={state}>
        <div className="wrap page sheet status">
          <PartsPanel parts={parts} />
          <UptimePanel days={days} />
        </div>
      </Visitor>,
    ],
  ),
};
