import * as z from 'zod';
import {
  activateBody,
  configAnswer,
  historyAnswer,
  previewAnswer,
  previewBody,
  saveBody,
  sumsAnswer,
  transactionsAnswer,
} from '../distribution.ts';
import { done, operationsAnswer, reasonBody, resumeBody } from '../operations.ts';
import type { ApiRoute } from './ApiRoute.ts';
import { cursor, date } from './parameters.ts';

const TAX = '/api/admin/tax-distribution';
const OPERATIONS = '/api/admin/operations';
const id = z.string().describe('`tax-distribution`: there is one configuration.');
const KNOWN = { 404: 'There is no configuration of this id.' };
const EDITED = { ...KNOWN, 409: 'The version in `If-Match` is not the newest.', 422: 'A rule is broken.' };

/** What needs the header `x-admin-key`. */
export const ADMIN_ROUTES: readonly ApiRoute[] = [
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
    summary: 'Puts the newest version in force.',
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
    summary: 'What an operator has to know to decide anything.',
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/pause`, body: reasonBody, answer: done },
    summary: 'Stops new locks. What is committed is still drawn and paid.',
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/resume`, body: resumeBody, answer: done },
    summary: 'Lets new locks go on.',
    failures: { 409: 'An outflow was not acknowledged.', 422: 'An acknowledged outflow was never found.' },
  },
  {
    ...{ method: 'post', path: `${OPERATIONS}/advance`, answer: done },
    summary: 'Wakes the rounds.',
  },
];
