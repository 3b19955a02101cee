import './audit.css';
import { useEffect, useState } from 'react';
import { useConfig } from '../../data/useConfig.ts';
import { countText } from '../../format/countText.ts';
import type { AuditRow } from '../thread/AuditRow.ts';
import { type Audit, auditSummary, roundBadge, STATE_TEXTS } from '../thread/auditTexts.ts';
import { ForeignBeacon } from './ForeignBeacon.tsx';
import { OwnServer } from './OwnServer.tsx';
import { SaveReport } from './SaveReport.tsx';
import { type AuditControls, useAudit } from './useAudit.ts';
import { VerifyPanel } from './VerifyPanel.tsx';
import { chosenRound } from './verifySettings.ts';

const USUAL_ROUNDS = 24;

/** The live part of the page Audit Report. Checks the round that the page's address names, or the newest rounds. */
export function AuditRun() {
  const config = useConfig();
  const [chosen, setChosen] = useState<number | null>(null);
  const [audit, controls] = useAudit(config);
  // The address is read after the first render, which has to equal what the server rendered.
  useEffect(() => setChosen(chosenRound(location.search)), []);
  if (chosen !== null) return <VerifyPanel round={chosen} />;
  return <AuditPanel audit={audit} controls={controls} publicRpcUrl={config?.publicRpcUrl ?? null} />;
}

interface AuditPanelProps {
  readonly audit: Audit;
  readonly controls: AuditControls;
  readonly publicRpcUrl: string | null;
}

/** The panel of the audit in one state. */
export function AuditPanel({ audit, controls, publicRpcUrl }: AuditPanelProps) {
  const rows = 'rows' in audit ? audit.rows : [];
  return (
    <section className="panel audit" aria-label="Live audit">
      <noscript>
        <p className="alarm">
          The check runs in your browser and needs JavaScript. The steps below say how to do it by hand.
        </p>
      </noscript>
      <AuditButtons audit={audit} controls={controls} />
      <p className="dim said scripted" role="status">
        {audit.kind === 'running' ? 'Checking…' : auditSummary(audit)}
      </p>
      {'of' in audit && (
        <>
          {audit.kind === 'running' && <p className="dim said">{auditSummary(audit)}</p>}
          <progress
            aria-label="Rounds checked"
            max={audit.of || 1}
            value={audit.kind === 'done' ? audit.of || 1 : rows.length}
          />
        </>
      )}
      {audit.kind === 'done' && audit.site !== null && (
        <p className={audit.site.isWhole ? 'dim said' : 'alarm'} role={audit.site.isWhole ? undefined : 'alert'}>
          {sentence(audit.site.text)}
        </p>
      )}
      <ForeignBeacon steps={rows.flatMap(({ open }) => open)} />
      {rows.length > 0 && <AuditTable rows={rows} />}
      {rows.length > 0 && audit.kind !== 'running' && (
        <SaveReport name="audit-report.json" content={{ rounds: rows }} />
      )}
      <OwnServer publicRpcUrl={publicRpcUrl} />
    </section>
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function AuditButtons({ audit, controls }: Pick<AuditPanelProps, 'audit' | 'controls'>) {
  const [count, setCount] = useState(String(USUAL_ROUNDS));
  const wanted = /^[1-9]\d{0,5}$/.test(count.trim()) ? Number(count) : null;
  return (
    <div className="ph scripted how-many">
      <label>
        How many of the last rounds
        <input
          type="text"
          inputMode="numeric"
          value={count}
          onChange={({ target }) => setCount(target.value)}
          aria-describedby="audit-count"
        />
        <span id="audit-count" className="dim">
          {wanted === null
            ? 'All of them'
            : wanted === USUAL_ROUNDS
              ? 'A day. Empty: all of them'
              : 'Empty: all of them'}
        </span>
      </label>
      {audit.kind === 'running' ? (
        <button type="button" className="btn" onClick={controls.pause}>
          Pause
        </button>
      ) : (
        <button type="button" className="btn primary" onClick={() => controls.start(wanted)}>
          Verify the last rounds now
        </button>
      )}
      {audit.kind === 'paused' && (
        <button type="button" className="btn" onClick={controls.resume}>
          Resume
        </button>
      )}
    </div>
  );
}

function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
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

/** The line of a round. A second line has its steps that are not ok. */
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
