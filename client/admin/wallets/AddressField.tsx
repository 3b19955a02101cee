import { useId } from 'react';
import { parseAddress } from '../../../src/address/address.ts';
import { isReservedKey } from '../../../src/address/reservedKeys.ts';
import { shownLabel } from '../../../src/distribution/label.ts';
import { useAddressLook } from './useAddressLook.ts';
import { useIsOffCurve } from './useIsOffCurve.ts';

interface AddressFieldProps {
  readonly address: string;
  /** The wallet's label, for people who cannot see the row. */
  readonly label: string;
  /** Label of another active wallet with the same address; null when there is none. */
  readonly twin: string | null;
  /** The address is not saved yet: it is looked up, and the chain's answer stands below it. */
  readonly isNew: boolean;
  readonly onChange: (address: string) => void;
}

/** An address, and what is wrong or unusual about it. */
export function AddressField({ address, label, twin, isNew, onChange }: AddressFieldProps) {
  const id = useId();
  const parsed = parseAddress(address);
  const isOffCurve = useIsOffCurve(parsed);
  const problem =
    parsed === null
      ? 'Invalid wallet address'
      : isReservedKey(parsed)
        ? 'This address belongs to the chain itself and cannot be paid'
        : twin !== null
          ? `Another active wallet has this address: ${shownLabel(twin)}. Put both shares on one of them`
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
        {problem ?? (isOffCurve && 'Off the curve: a program’s account, without a private key.')}
      </span>
      {problem === null && isNew && <Looked address={address} />}
    </div>
  );
}

/**
 * What the chain and the list say against an address that is not saved yet. It is a component of its own, because most
 * rows ask nothing.
 */
function Looked({ address }: Pick<AddressFieldProps, 'address'>) {
  const warnings = useAddressLook(address);
  return (
    <span role="status" className="looked">
      {warnings.map((sentence) => (
        <span key={sentence} className="note amber">
          {sentence}
        </span>
      ))}
    </span>
  );
}
