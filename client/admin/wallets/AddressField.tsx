import { useId } from 'react';
import { parseAddress } from '../../../src/address/address.ts';
import { isReservedKey } from '../../../src/address/reservedKeys.ts';
import { useIsOffCurve } from './useIsOffCurve.ts';

interface AddressFieldProps {
  readonly address: string;
  /** Of the wallet, for whoever cannot see the row. */
  readonly label: string;
  readonly isTwice: boolean;
  readonly onChange: (address: string) => void;
}

/** An address with what is wrong, or only unusual, about it. */
export function AddressField({ address, label, isTwice, onChange }: AddressFieldProps) {
  const id = useId();
  const parsed = parseAddress(address);
  const isOffCurve = useIsOffCurve(parsed);
  const problem =
    parsed === null
      ? 'Invalid wallet address'
      : isReservedKey(parsed)
        ? 'An address of the chain itself: it cannot be paid'
        : isTwice
          ? 'Another active wallet has this address'
          : null;
  return (
    <div className="f adr">
      <label htmlFor={id}>Address</label>
      <input
        id={id}
        className="field mono"
        aria-label={`Address of ${label}`}
        value={address}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${id}p`}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <span id={`${id}p`} className={problem === null ? 'warn' : 'err'}>
        {problem ??
          (isOffCurve && 'Off the curve: a program’s account, such as a vault. No private key belongs to it.')}
      </span>
    </div>
  );
}
