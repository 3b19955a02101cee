import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type Address, parseAddress } from '../../../src/address/address.ts';
import { isReservedKey } from '../../../src/address/reservedKeys.ts';
import { shownLabel } from '../../../src/distribution/label.ts';
import { useConsole } from '../console/ConsoleContext.ts';

interface AddressFieldProps {
  readonly address: string;
  /** The wallet's label, for screen readers. */
  readonly label: string;
  /** The label of another active wallet with the same address, or null. */
  readonly twin: string | null;
  /** Whether the address is not saved yet. Only such an address is looked up, and its warnings are shown. */
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

const known = new Map<Address, boolean>();

interface Question {
  readonly address: Address;
  readonly answered: () => void;
  isGone: boolean;
}
/** Answered one at a time, the newest first, with a pause before each, so that 200 wallets do not slow down typing. */
const questions: Question[] = [];
let isAnswering = false;
const PAUSE_MS = 4;

/** Whether an address is off the curve, so that no private key can exist for it; false while that is unknown. */
function useIsOffCurve(address: Address | null): boolean {
  const [, setAnswers] = useState(0);
  useEffect(() => {
    if (address === null || known.has(address)) return;
    const question = { address, answered: () => setAnswers((count) => count + 1), isGone: false };
    questions.push(question);
    void answerAll();
    return () => {
      question.isGone = true;
    };
  }, [address]);
  return address !== null && known.get(address) === true;
}

async function answerAll(): Promise<void> {
  if (isAnswering) return;
  isAnswering = true;
  for (let question = questions.pop(); question !== undefined; question = questions.pop()) {
    if (question.isGone) continue;
    const { address, answered } = question;
    if (!known.has(address)) known.set(address, await isOffCurve(address));
    answered();
  }
  isAnswering = false;
}

/** Whether an address is off the curve; false if the curve's arithmetic cannot be loaded. */
async function isOffCurve(address: Address): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  try {
    const { isOnCurve } = await import('../../../src/address/isOnCurve.ts');
    return !isOnCurve(address);
  } catch {
    return false;
  }
}

/**
 * The server's warnings against paying an address, from the chain and from the list of wallets. If the look-up fails:
 * one sentence that says so. Empty while the text is no address, and until the server answers.
 */
export function useAddressLook(typed: string): readonly string[] {
  const { api } = useConsole();
  const address = parseAddress(typed.trim());
  const { data, isError } = useQuery({
    queryKey: ['look', address],
    queryFn: ({ signal }) => api.lookUp(address ?? '', signal),
    enabled: address !== null,
    staleTime: 60_000,
  });
  return data?.warnings ?? (isError ? NOT_LOOKED_UP : []);
}

const NOT_LOOKED_UP = ['This address could not be looked up. Check it letter by letter before you save.'];
