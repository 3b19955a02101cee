import type { ReactNode } from 'react';
import { FairnessBody } from '../../client/fairness/FairnessBody.tsx';
import { MissingRound } from '../../client/rounds/MissingRound.tsx';
import { PrizePlot } from '../../client/rounds/PrizePlot.tsx';
import { RoundBody } from '../../client/rounds/RoundBody.tsx';
import { RoundFilters, RoundSearch } from '../../client/rounds/RoundFilters.tsx';
import { RoundList } from '../../client/rounds/RoundList.tsx';
import { RoundNeighbours } from '../../client/rounds/RoundNeighbours.tsx';
import type { RoundsView } from '../../client/rounds/useRounds.ts';
import { TermsBody } from '../../client/terms/TermsBody.tsx';
import { EVERYTHING } from '../../src/round/roundsAsked.ts';
import { FAIRNESS_CASES } from './fairness.ts';
import type { Exhibit, Group } from './Gallery.tsx';
import { addressNumber, CONFIG, NOW } from './lottery.ts';
import { ROUNDS_BY_STATE, SUMMARIES } from './rounds.ts';
import { TERMS_CASES } from './terms.ts';
import { Visitor } from './Visitor.tsx';

const NARROWED = { ...EVERYTHING, state: 'paid', date: '2026-11-20', address: addressNumber(4) };
const VIEWS: Readonly<Record<string, RoundsView>> = {
  loading: { kind: 'loading' },
  'could not be read': { kind: 'failed', retry: () => undefined },
  refused: { kind: 'refused', sentence: 'date: must be a day such as 2026-11-20' },
  'no round yet': { kind: 'known', rounds: [], nextCursor: null },
  'one of each state': { kind: 'known', rounds: SUMMARIES, nextCursor: '1218' },
};

const round = (part: ReactNode) => <div className="wrap page round">{part}</div>;
const rounds = (part: ReactNode) => <div className="wrap page sheet rounds">{part}</div>;

export const ROUND_PAGES: readonly Group[] = [
  {
    title: 'A round, in every state',
    exhibits: Object.entries(ROUNDS_BY_STATE).map(
      ([state, detail]): Exhibit => [
        state,
        <Visitor key={state}>
          {round(<RoundBody round={detail} isFailing={false} config={CONFIG} now={NOW} />)}
        </Visitor>,
      ],
    ),
  },
  {
    title: 'A round: what else can be',
    exhibits: [
      [
        'could not be read again, and the settings are unknown',
        <Visitor key="1" config={null}>
          {round(<RoundBody round={ROUNDS_BY_STATE.open ?? never()} isFailing config={null} now={NOW} />)}
        </Visitor>,
      ],
      ['has not started', round(<MissingRound asked="1000000" config={CONFIG} now={NOW} />)],
      ['is no round', round(<MissingRound asked="0" config={CONFIG} now={NOW} />)],
      ['is no round, and the settings are unknown', round(<MissingRound asked="1000000" config={null} now={NOW} />)],
      ['the way from the first round', round(<RoundNeighbours roundNumber={1} current={1234} />)],
      ['the way from the newest round', round(<RoundNeighbours roundNumber={1234} current={1234} />)],
      ['the way from one between', round(<RoundNeighbours roundNumber={1233} current={1234} />)],
    ],
  },
  {
    title: 'The list of rounds',
    exhibits: [
      ...Object.entries(VIEWS).map(
        ([state, view]): Exhibit => [
          state,
          rounds(
            <section className="panel">
              <RoundList view={view} asked={EVERYTHING} now={NOW} />
            </section>,
          ),
        ],
      ),
      [
        'those that a wallet won, from a later page on',
        rounds(
          <section className="panel">
            <RoundList
              view={{ kind: 'known', rounds: SUMMARIES.slice(1, 3), nextCursor: null }}
              asked={{ ...NARROWED, cursor: '1232' }}
              now={NOW}
            />
          </section>,
        ),
      ],
      [
        'none like that',
        rounds(
          <section className="panel">
            <RoundList view={{ kind: 'known', rounds: [], nextCursor: null }} asked={NARROWED} now={NOW} />
          </section>,
        ),
      ],
      ['the search', rounds(<div className="panel">{<RoundSearch find="" refusal={null} />}</div>)],
      [
        'the search refuses',
        rounds(<div className="panel">{<RoundSearch find="yesterday" refusal="Type a day." />}</div>),
      ],
      ['no filter', rounds(<div className="panel">{<RoundFilters asked={EVERYTHING} />}</div>)],
      ['every filter', rounds(<div className="panel">{<RoundFilters asked={NARROWED} />}</div>)],
      ['the plot', rounds(<PrizePlot rounds={SUMMARIES} />)],
      ['the plot of one round', rounds(<PrizePlot rounds={SUMMARIES.slice(0, 1)} />)],
    ],
  },
  {
    title: 'The terms of play',
    exhibits: Object.entries(TERMS_CASES).map(
      ([state, terms]): Exhibit => [
        state,
        <Visitor key={state}>
          <div className="wrap page sheet ofPlay">
            <TermsBody terms={terms} config={state === 'the settings are unknown' ? null : CONFIG} />
          </div>
        </Visitor>,
      ],
    ),
  },
  {
    title: 'The figures of fairness',
    exhibits: Object.entries(FAIRNESS_CASES).map(
      ([state, fairness]): Exhibit => [
        state,
        <div key={state} className="wrap page sheet fairness">
          <FairnessBody fairness={fairness} />
        </div>,
      ],
    ),
  },
];

function never(): never {
  throw new Error('the state is listed');
}
