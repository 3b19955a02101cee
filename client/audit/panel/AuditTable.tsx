import { countText } from '../../format/countText.ts';
import type { AuditRow } from '../thread/AuditRow.ts';
import { roundBadge, STATE_TEXTS } from '../thread/auditTexts.ts';

/** What an audit found, a line for each round. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <div className="scroll">
      <table className="audited">
        <caption className="sr">Every round that was checked, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Round</th>
            <th scope="col">Verdict</th>
            <th scope="col">Steps ok</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RoundLines key={row.roundNumber} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The lines of a round. If it is not fully proven, each step that is not ok follows in a line of its own. */
function RoundLines({ row }: { readonly row: AuditRow }) {
  const { tone, text } = roundBadge(row);
  return (
    <>
      <tr data-round={row.roundNumber}>
        <th scope="row">
          <a href={`/rounds/${row.roundNumber}`}>#{countText(row.roundNumber)}</a>
        </th>
        <td>
          <span className={`badge ${tone}`}>{text}</span>
        </td>
        <td>
          {row.ok} of {row.of}
        </td>
      </tr>
      {row.open.length > 0 && (
        <tr className="open">
          <td colSpan={3}>
            {row.open.map(({ id, name, state, value }) => (
              <p key={id} className={state}>
                <strong>{name}</strong> <b>{STATE_TEXTS[state]}</b> <code>{value}</code>
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
