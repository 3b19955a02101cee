import * as z from 'zod';
import { publicConfig } from '../config.ts';
import { fairness } from '../fairness.ts';
import { health, status } from '../health.ts';
import { done } from '../operations.ts';
import { prices } from '../prices.ts';
import { pushBody, pushEnd, pushKey } from '../push.ts';
import { proof, roundDetail, roundsPage } from '../round.ts';
import { participants, poolBalance, stats } from '../stats.ts';
import { taxReport } from '../tax.ts';
import { terms } from '../terms.ts';
import { triggerResult } from '../trigger.ts';
import { walletCheck, walletDraws } from '../wallet.ts';
import { winnersPage } from '../winner.ts';
import { type ApiRoute, address, cursor, date, limit, round, state } from './ApiRoute.ts';

const NOT_STARTED = { 404: 'The round has not started yet.' };
const NOT_READY = { 503: 'The lottery is starting and has not read the chain yet.' };

/** The routes that need no key. */
export const PUBLIC_ROUTES: readonly ApiRoute[] = [
  {
    ...{ method: 'get', path: '/api/lottery/stats', answer: stats, failures: NOT_READY },
    summary: 'The running round, the newest ended round, the prizes and the newest winners.',
    description: 'Answered from memory: it may be asked every second.',
    query: { refresh: z.enum(['true', 'false']).describe('`true` reads the pool again first.') },
  },
  {
    ...{ method: 'get', path: '/api/lottery/pool-balance', answer: poolBalance, failures: NOT_READY },
    summary: "The pool's balance and the prizes that it makes.",
  },
  {
    ...{ method: 'get', path: '/api/lottery/eligible-participants', answer: participants, failures: NOT_READY },
    summary: 'Who is in the draw, the largest first, and the ten largest holders.',
    description: 'From the lock of a round until after its draw this is the locked list.',
  },
  {
    ...{ method: 'post', path: '/api/lottery/trigger-round', answer: triggerResult },
    summary: 'Tells the lottery that the countdown has ended; answers the winners of the newest round that has ended.',
    description: 'Rounds are also drawn and paid without this call. It waits for winners for at most 5 seconds.',
  },
  {
    ...{ method: 'get', path: '/api/lottery/rounds', answer: roundsPage },
    summary: 'Rounds, newest first.',
    description: '`address` finds the rounds that a wallet won, `date` those that ended on a UTC day.',
    query: { cursor, limit, state, address, date },
  },
  {
    ...{ method: 'get', path: '/api/lottery/rounds/{round}', answer: roundDetail, failures: NOT_STARTED },
    summary: 'One round with its commitment, beacon and payment, and what its watchers saw.',
    params: { round },
  },
  {
    ...{ method: 'get', path: '/api/lottery/rounds/{round}/proof', answer: proof, failures: NOT_STARTED },
    summary: 'All that a verifier needs, from the lock on. What is not known yet is null.',
    description:
      'Some minutes after the payment, the answer no longer changes. `notes` are times by our own clock, which nothing can confirm.',
    params: { round },
  },
  {
    ...{ method: 'get', path: '/api/lottery/winners', answer: winnersPage },
    summary: 'Winners, newest round first and by place.',
    query: { cursor, limit, address },
  },
  {
    ...{ method: 'get', path: '/api/lottery/wallets/{address}', answer: walletCheck, failures: NOT_READY },
    summary: 'Whether a wallet is in the draw, or why not; its rank, its odds and its wins.',
    params: { address },
  },
  {
    ...{ method: 'get', path: '/api/lottery/wallets/{address}/draws', answer: walletDraws },
    summary: 'The newest 24 rounds that have ended: whether a wallet was in the draw, or why not, and what it won.',
    params: { address },
  },
  {
    ...{ method: 'get', path: '/api/lottery/terms', answer: terms },
    summary: 'What is promised for all rounds, by the announcements on the chain.',
  },
  {
    ...{ method: 'get', path: '/api/lottery/fairness', answer: fairness },
    summary: 'Counts over all rounds: who wins, how rounds end, how soon they are paid.',
    failures: { 503: 'The rounds have not been counted yet.' },
  },
  {
    ...{ method: 'get', path: '/api/lottery/status', answer: status },
    summary: 'How many rounds of each of the last 90 days were on time, late or missed, and which parts are well now.',
  },
  {
    ...{ method: 'get', path: '/api/lottery/tax', answer: taxReport },
    summary: 'Where the transfer fee goes: sums, days, and the newest cycles with every transaction.',
  },
  {
    ...{ method: 'get', path: '/api/prices', answer: prices },
    summary: 'What SOL and GOD are worth, with the sources. For display: no payment depends on it.',
  },
  {
    ...{ method: 'get', path: '/api/push', answer: pushKey },
    summary: 'The key by which a browser subscribes to notifications, which also come while the page is closed.',
  },
  {
    ...{ method: 'post', path: '/api/push', body: pushBody, answer: done },
    summary: 'Keeps a browser’s subscription, for 90 days after its last visit.',
    failures: {
      404: 'Notifications are not switched on.',
      503: 'Too many browsers have subscribed already, or the push service does not answer.',
    },
  },
  {
    ...{ method: 'post', path: '/api/push/end', body: pushEnd, answer: done },
    summary: 'Forgets a browser. The answer is the same whether it was known or not.',
  },
  {
    ...{ method: 'get', path: '/api/config', answer: publicConfig },
    summary: 'What the lottery is made of: token, rules, pool wallet, beacon, exclusions.',
  },
  {
    ...{ method: 'get', path: '/api/health', answer: health },
    summary: 'Which parts are well, and when each last worked.',
    alike: { 503: 'A part that the rounds need is down. The answer has the same shape.' },
  },
  {
    ...{ method: 'get', path: '/api/openapi.json', answer: z.looseObject({ openapi: z.string() }) },
    summary: 'This description, as OpenAPI 3.1.',
  },
];
