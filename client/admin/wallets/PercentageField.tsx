import { useId, useState } from 'react';
import { percentText } from '../../../src/distribution/percentage.ts';
import { typedPercent } from './typedPercent.ts';

interface PercentageFieldProps {
  readonly percentage: number;
  readonly label: string;
  readonly onChange: (percentage: number) => void;
}

/** A share by number and by slider. What is typed stays as it is until the field is left. */
export function PercentageField({ percentage, label, onChange }: PercentageFieldProps) {
  const id = useId();
  const name = `Percentage of ${label}`;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <fieldset className="pct" aria-label={name}>
      <label htmlFor={id}>Percentage</label>
      <input
        id={id}
        className="field"
        type="number"
        inputMode="decimal"
        aria-label={name}
        min={0}
        max={100}
        step={0.01}
        value={typed ?? String(percentage)}
        onChange={(event) => {
          setTyped(event.target.value);
          const percent = typedPercent(event.target.value);
          if (percent !== null) onChange(percent);
        }}
        onBlur={() => setTyped(null)}
        // Scrolling the page must not change who gets how much.
        onWheel={(event) => event.currentTarget.blur()}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={0.1}
        value={percentage}
        aria-label={name}
        aria-valuetext={percentText(percentage)}
        onChange={(event) => {
          setTyped(null);
          onChange(event.target.valueAsNumber);
        }}
      />
    </fieldset>
  );
}
