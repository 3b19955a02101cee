import { type ReactNode, useId } from 'react';
import { scaleText } from '../format/plotScale.ts';

/** The height of the drawing in its own units. A column is 1 wide. */
export const HEIGHT = 100;

export interface Bar {
  readonly className?: string;
  /** The bar's left edge within the column, from 0 to 1. */
  readonly x: number;
  readonly width: number;
  /** The bar's upper edge, from the top of the drawing. By default the bar stands on the ground. */
  readonly y?: number;
  readonly height: number;
  readonly text?: string;
}

export interface Column {
  readonly key: string | number;
  readonly bars: readonly Bar[];
  readonly text?: string;
}

interface BarPlotProps {
  readonly className?: string;
  readonly caption?: ReactNode;
  readonly title: string;
  /** The plot in words, for screen readers. */
  readonly description: string;
  readonly columns: readonly Column[];
  /** The value at the upper end of the scale; null for a plot without a scale. */
  readonly top?: number | null;
  readonly unit?: string;
  /** The labels below the first and the last column. */
  readonly ends: readonly [ReactNode, ReactNode];
}

/** A plot of bars in columns. Its labels are HTML beside the drawing, so that the drawing can be stretched. */
export function BarPlot({ className = '', caption, title, description, columns, top, unit, ends }: BarPlotProps) {
  const id = useId();
  return (
    <figure className={`plot ${className}`.trim()}>
      {caption}
      <div className="area">
        <svg
          viewBox={`0 0 ${columns.length || 1} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}t ${id}d`}
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{description}</desc>
          {columns.map(({ key, bars, text }, index) => (
            <g key={key}>
              {text && <title>{text}</title>}
              {bars
                .filter(({ height }) => height > 0)
                .map(({ className: kind, x, width, height, y = HEIGHT - height, text: said }) => (
                  <rect key={`${kind} ${x}`} className={kind} x={index + x} width={width} y={y} height={height}>
                    {said && <title>{said}</title>}
                  </rect>
                ))}
            </g>
          ))}
        </svg>
        {top != null && (
          <>
            <span className="at full">
              {scaleText(top)}
              {unit && ` ${unit}`}
            </span>
            <span className="at half">{scaleText(top / 2)}</span>
          </>
        )}
      </div>
      <p className="days dim">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

interface PlotTableProps {
  readonly summary?: string;
  readonly caption?: ReactNode;
  readonly heads: readonly ReactNode[];
  readonly rows: readonly PlotRow[];
  readonly className?: string;
  /** The class of all cells except the first of each row. */
  readonly cell?: string;
  readonly empty?: string | false;
  readonly children?: ReactNode;
}

export interface PlotRow {
  readonly key: string | number;
  readonly head: ReactNode;
  readonly cells: readonly Cell[];
}
type Cell = string | number | { readonly value: ReactNode; readonly className?: string | undefined };

/** All values of a plot as a table, which begins folded. */
export function PlotTable(props: PlotTableProps) {
  const { summary = 'Show as table', caption, heads, rows, className, cell, empty, children } = props;
  return (
    <details>
      <summary>{summary}</summary>
      {children}
      <table className={className}>
        {caption}
        <thead>
          <tr>
            {heads.map((head, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
              <th key={column} scope="col" className={column > 0 ? cell : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {cells.map((one, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
                <td key={column} className={(typeof one === 'object' ? one.className : undefined) ?? cell}>
                  {typeof one === 'object' ? one.value : one}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && empty && (
            <tr>
              <td colSpan={heads.length}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </details>
  );
}
