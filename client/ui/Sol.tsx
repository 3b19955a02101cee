import { solText } from '../format/solText.ts';

/** An amount of SOL as a figure with its unit. */
export function Sol({ lamports }: { readonly lamports: string }) {
  return (
    <>
      {solText(lamports)} <span>SOL</span>
    </>
  );
}
