import * as z from 'zod';
import { ROUND_EXITS, type RoundExit } from '../../round/exits.ts';
import { CYCLE_EXITS, type CycleExit } from '../../tax/cycle.ts';
import { adminRoundAnswer, adminRoundsAnswer, searchAnswer, sought } from '../adminRounds.ts';
import {
  activateBody,
  configAnswer,
  decideBody,
  historyAnswer,
  lookUpAnswer,
  lookUpBody,
  previewAnswer,
  previewBody,
  saveBody,
  sessionAnswer,
  sumsAnswer,
  transactionsAnswer,
} from '../distribution.ts';
import { metricsText } from '../metrics.ts';
import {
  actionsAnswer,
  done,
  operationsAnswer,
  pauseBody,
  reasonBody,
  recoverBody,
  resumeBody,
  roundExitBody,
} from '../operations.ts';
import { overviewAnswer } from '../overview.ts';
import { monthOrFile, statementAnswer } from '../statement.ts';
import { type ApiRoute, cursor, date, limit, round } from './ApiRoute.ts';

const TAX = '/api/admin/tax-distribution';
const OPERATIONS = '/api/admin/operations';
const id = z.string().describe('`tax-distribution`: there is one configuration.');
const KNOWN = { 404: 'There is no configuration of this id.' };
const FORBIDDEN = { 403: 'The key lacks the role for this route.' };
const GONE = '`NOT_WAITING`: the activation does not wait any more. `data` is the current configuration.';
const DECIDED = {
  ...KNOWN,
  403: 'The key lacks the role for this route, or has asked for the activation itself.',
  409: `${GONE} Or the activation is confirmed already.`,
};
const EDITED = {
  ...FORBIDDEN,
  ...KNOWN,
  409: 'The version in `If-Match` is not the newest.',
  422: 'A rule is broken.',
};

const cycle = z.int().min(1).max(1e12).describe('Id of a tax cycle: unix second of its start.');
const REFUSED = { ...FORBIDDEN, 409: '`EXIT_REFUSED` with a sentence. Nothing has changed.' };
const CYCLE_REFUSED = {
  ...FORBIDDEN,
  409: '`EXIT_REFUSED` with a sentence, or `ALREADY_PAID` with the payments in `data.payments`. Nothing has changed.',
};
const EXIT_SUMMARIES: Readonly<Record<RoundExit, string>> = {
  release: 'Lets a held round go on where it stopped, unless the mark of its payment is made.',
  close:
    'Ends a held round as its marks say: as paid, by the transaction that made the payment’s mark, or as never promised.',
  shelve: 'Leaves a held round publicly owed. It can be released, recovered or closed later.',
};
const CYCLE_SUMMARIES: Readonly<Record<CycleExit, string>> = {
  release:
    'Lets a tax cycle that waits try again, unless the chain has transactions of it that the database does not know.',
  close:
    'Ends a tax cycle that waits. What it has not paid out goes into the next cycle, except for what may have been paid already.',
};

/** The routes that need an admin key: nearly all take it from the header `x-admin-key`. */
export const ADMIN_ROUTES: readonly ApiRoute[] = [
  {
    ...{ method: 'get', path: '/api/metrics', answer: metricsText, answerType: 'text/plain', security: 'bearerKey' },
    summary: 'What Prometheus reads, in its text format.',
    description: 'The key comes as `Authorization: Bearer`. A metric whose value is not known is left out.',
  },
  {
    ...{ method: 'get', path: `${TAX}/config`, answer: configAnswer },
    summary: 'Who receives the tax. The ETag is the version.',
  },
  {
    ...{ method: 'put', path: `${TAX}/config/{id}`, params: { id }, body: saveBody, answer: configAnswer },
    summary: 'Saves a new version.',
    failures: EDITED,
  },
  {
    ...{ method: 'post', path: `${TAX}/config/{id}/activate`, params: { id }, body: activateBody },
    ...{ answer: configAnswer, failures: EDITED },
    summary: 'Puts the newest version in force, or lets it wait for a second key or for its time.',
  },
  {
    ...{ method: 'post', path: `${TAX}/config/{id}/confirm`, params: { id }, body: decideBody },
    ...{ answer: configAnswer, failures: DECIDED },
    summary: 'Confirms an activation that waits, by a second key.',
  },
  {
    ...{ method: 'post', path: `${TAX}/config/{id}/stop`, params: { id }, body: decideBody },
    ...{ answer: configAnswer, failures: { ...KNOWN, 409: GONE } },
    summary: 'Takes back an activation that waits. Any key may do this.',
  },
  {
    ...{ method: 'post', path: `${TAX}/lookup`, body: lookUpBody, answer: lookUpAnswer },
    summary: 'What the chain says of addresses that somebody is about to pay.',
  },
  {
    ...{ method: 'get', path: '/api/admin/overview', answer: overviewAnswer },
    summary: 'What an operator looks at first: the next draw, the last payment, the tax of the day, money in and out.',
  },
  {
    ...{ method: 'get', path: '/api/admin/search', answer: searchAnswer, query: { q: sought }, required: ['q'] },
    summary: 'Finds rounds, payments, distributions of the tax and actions: by number, day, signature or text.',
  },
  {
    ...{ method: 'get', path: '/api/admin/rounds', answer: adminRoundsAnswer, query: { q: sought, limit, cursor } },
    summary: 'Rounds, newest first: all of them, or those of a number, a day, a wallet or a signature.',
  },
  {
    ...{ method: 'get', path: '/api/admin/rounds/{round}', params: { round }, answer: adminRoundAnswer },
    summary: 'One round with its attempts, why it waits, and what a person may do with it.',
    failures: { 404: 'The round has not begun.' },
  },
  {
    ...{ method: 'get', path: '/api/admin/statements/{month}', params: { month: monthOrFile } },
    ...{ answer: statementAnswer, alsoAs: 'text/csv' },
    summary: 'What a month brought and cost, and what the pool held, to the lamport.',
  },
  {
    ...{ method: 'get', path: '/api/admin/session', answer: sessionAnswer },
    summary: 'Whose key it is, and what it may do.',
  },
  {
    ...{ method: 'get', path: `${TAX}/config/{id}/history`, params: { id }, answer: historyAnswer, failures: KNOWN },
    summary: 'What was changed, newest first; without a limit all of it.',
    query: { limit: z.int().min(1).max(100), cursor },
  },
  {
    ...{ method: 'post', path: `${TAX}/preview`, body: previewBody, answer: previewAnswer },
    summary: 'What an amount would be split into.',
    failures: { 422: 'A rule is broken.' },
  },
  {
    ...{ method: 'get', path: `${TAX}/transactions`, answer: transactionsAnswer },
    summary: 'What happened to the collected tax, newest first.',
    query: {
      limit: z.enum(['10', '25', '50', '100']).default('50'),
      cursor,
      status: z.enum(['all', 'completed', 'failed', 'pending']).default('all'),
      from: date,
      to: date,
      search: z.string().min(1).max(100).describe('Part of a label, or a whole address or signature.'),
    },
  },
  {
    ...{ method: 'get', path: `${TAX}/sums`, answer: sumsAnswer, query: { from: date, to: date } },
    summary: 'The tax of the UTC days `from` to `to`, both included, summed up.',
    required: ['from', 'to'],
  },
  {
    ...{ method: 'get', path: OPERATIONS, answer: operationsAnswer },
    summary: 'What waits for an operator, and the state in which to decide it: pauses, open work, balances, alerts.',
  },
  {
    ...{ method: 'get', path: `${OPERATIONS}/actions`, answer: actionsAnswer, query: { limit, cursor } },
    summary: 'Who did what when, newest first.',
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/pause`, body: pauseBody, answer: done, failures: FORBIDDEN },
    summary: 'Stops new locks, or all signing for the tax. What is committed is still drawn and paid.',
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/resume`, body: resumeBody, answer: done },
    summary: 'Lets new locks, or the tax, go on.',
    failures: {
      ...FORBIDDEN,
      409: 'An outflow was not acknowledged.',
      422: 'A signature in `acknowledge` is not that of an outflow that was found.',
    },
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/advance`, answer: done, failures: FORBIDDEN },
    summary: 'Calls `advance`, which moves the rounds.',
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/recover`, body: recoverBody, answer: done },
    summary: 'Brings back a round whose record was lost, from its commitment and any copy of its list and rules.',
    failures: REFUSED,
  },
  ...ROUND_EXITS.map(
    (exit): ApiRoute => ({
      ...{ method: 'post', path: `${OPERATIONS}/rounds/{round}/${exit}`, params: { round }, body: roundExitBody },
      ...{ answer: done, failures: REFUSED, summary: EXIT_SUMMARIES[exit] },
    }),
  ),
  ...CYCLE_EXITS.map(
    (exit): ApiRoute => ({
      ...{ method: 'post', path: `${OPERATIONS}/cycles/{cycle}/${exit}`, params: { cycle }, body: reasonBody },
      ...{ answer: done, failures: CYCLE_REFUSED, summary: CYCLE_SUMMARIES[exit] },
    }),
  ),
];
