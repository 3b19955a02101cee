import { forgetWallet } from './storedWallet.ts';

/** A button: this device forgets the wallet, and gets no more notifications about it. */
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
