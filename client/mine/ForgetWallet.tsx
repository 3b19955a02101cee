import { forgetWallet } from './storedWallet.ts';

/** The button that forgets the wallet on this device, and ends the notifications about it. */
export function ForgetWallet({ address }: { readonly address: string | null }) {
  const forget = () => {
    forgetWallet();
    if (address !== null) void import('../tell/endTelling.ts').then(({ endTelling }) => endTelling(address), ignore);
  };
  return (
    <button type="button" className="btn sm" onClick={forget}>
      Forget this wallet
    </button>
  );
}

const ignore = () => {};
