import { OwnNetwork } from './OwnNetwork.tsx';
import type { Step } from './Step.ts';

/** A red banner over rounds whose beacon only the site vouches for, and where the visitor may name their network. */
export function ForeignBeacon({ steps }: { readonly steps: readonly Pick<Step, 'id' | 'state'>[] }) {
  const isForeign = steps.some(({ id, state }) => id === 'network' && state === 'could-not-check');
  return (
    <>
      {isForeign && (
        <p className="alarm">
          Not drand’s quicknet: these rounds were drawn with a beacon that nobody outside vouches for. Expected on a
          test network; never on mainnet.
        </p>
      )}
      <OwnNetwork isWanted={isForeign} />
    </>
  );
}
