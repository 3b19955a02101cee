import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { clampPercent, percentText } from '../../../src/distribution/percentage.ts';
import { typedPercent } from '../../../src/distribution/typedNumber.ts';

interface PercentageFieldProps {
  readonly percentage: number;
  readonly label: string;
  readonly onChange: (percentage: number) => void;
}

/** By how many hundredths of a percent a key changes the share in the text field. The slider moves by tenths. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A share as a number and a slider. The number is a text field, because a number field drops a decimal comma silently.
 * A note says what of the typed text was changed or not understood.
 */
export function PercentageField({ percentage, label, onChange }: PercentageFieldProps) {
  const id = useId();
  const name = `Percentage of ${label}`;
  const [typed, setTyped] = useState<string | null>(null);
  const [read, setRead] = useState<{ readonly note: string; readonly as: number } | null>(null);
  const note = read?.as === percentage ? read.note : null;
  const before = useRef(percentage);
  const change = (next: number) => {
    setTyped(null);
    setRead(null);
    onChange(next);
  };
  const type = (text: string) => {
    if (typed === null) before.current = percentage;
    const { percent, note } = typedPercent(text);
    // If the text is no number, the earlier share stays.
    const next = percent ?? before.current;
    setTyped(text);
    setRead(note === null ? null : { note, as: next });
    onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(clampPercent(Math.round(percentage * 100 + step) / 100));
  };
  return (
    <fieldset className="pct" aria-label={name}>
      <label htmlFor={id}>Percentage</label>
      <input
        id={id}
        className="field"
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percentage}
        aria-valuetext={percentText(percentage)}
        aria-invalid={note !== null}
        aria-describedby={`${id}n`}
        autoComplete="off"
        value={typed ?? String(percentage)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={0.1}
        value={percentage}
        aria-label={name}
        aria-valuetext={percentText(percentage)}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
      {note !== null && (
        <span id={`${id}n`} role="alert" className="warn">
          {note}
        </span>
      )}
    </fieldset>
  );
}
