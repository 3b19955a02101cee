import * as z from 'zod';
import { adminRound, adminRoundAnswer, adminRoundsAnswer, attempt, found, searchAnswer } from '../adminRounds.ts';
import { publicConfig } from '../config.ts';
import {
  activateBody,
  adminError,
  changeRecord,
  configAnswer,
  distributionConfig,
  distributionWallet,
  historyAnswer,
  previewAnswer,
  previewBody,
  saveBody,
  sumsAnswer,
  taxTransaction,
  transactionsAnswer,
} from '../distribution.ts';
import { apiError } from '../error.ts';
import { fairness } from '../fairness.ts';
import { health, status, statusDay } from '../health.ts';
import {
  actionsAnswer,
  done,
  operations,
  operationsAnswer,
  operatorAction,
  pauseBody,
  reasonBody,
  recoverBody,
  resumeBody,
  roundExitBody,
} from '../operations.ts';
import { overview, overviewAnswer } from '../overview.ts';
import { priceRecord, prices } from '../prices.ts';
import { pushBody, pushEnd, pushKey } from '../push.ts';
import { lateStep, proof, roundDetail, roundSummary, roundsPage, stepTimes } from '../round.ts';
import { poolStatement, statement, statementAnswer } from '../statement.ts';
import { currentRound, lastRound, participants, poolBalance, seal, stats } from '../stats.ts';
import { taxCycle, taxReport, taxStep } from '../tax.ts';
import { terms, termsMembers } from '../terms.ts';
import { triggerResult } from '../trigger.ts';
import { walletCheck, walletDraws } from '../wallet.ts';
import { winner, winnersPage } from '../winner.ts';
import { witness, witnessClaim, witnessCount } from '../witness.ts';
import type { JsonSchema } from './ApiDocument.ts';

/** The shapes that have a name: most that a route answers or takes, and some of their parts. */
const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...{ Stats: stats, CurrentRound: currentRound, LastRound: lastRound, Seal: seal },
  ...{ PoolBalance: poolBalance, Participants: participants, TriggerResult: triggerResult },
  ...{
    Rounds: roundsPage,
    RoundSummary: roundSummary,
    Round: roundDetail,
    StepTimes: stepTimes,
    LateStep: lateStep,
    Proof: proof,
  },
  ...{ Winners: winnersPage, Winner: winner, Wallet: walletCheck, WalletDraws: walletDraws, Fairness: fairness },
  ...{ Terms: terms, TermsMembers: termsMembers },
  ...{ Witness: witness, WitnessClaim: witnessClaim, WitnessCount: witnessCount },
  ...{ TaxReport: taxReport, TaxCycle: taxCycle, TaxStep: taxStep },
  ...{
    Status: status,
    StatusDay: statusDay,
    Prices: prices,
    PriceRecord: priceRecord,
    Config: publicConfig,
    PushKey: pushKey,
    PushBody: pushBody,
    PushEnd: pushEnd,
    Health: health,
    Error: apiError,
  },
  ...{ AdminError: adminError, Done: done },
  ...{ OverviewAnswer: overviewAnswer, Overview: overview },
  ...{ StatementAnswer: statementAnswer, Statement: statement, PoolStatement: poolStatement },
  ...{ AdminRounds: adminRoundsAnswer, AdminRoundAnswer: adminRoundAnswer, AdminRound: adminRound, Attempt: attempt },
  ...{ SearchAnswer: searchAnswer, Found: found },
  ...{ DistributionAnswer: configAnswer, Distribution: distributionConfig, DistributionWallet: distributionWallet },
  ...{ SaveBody: saveBody, ActivateBody: activateBody, History: historyAnswer, Change: changeRecord },
  ...{ PreviewBody: previewBody, Preview: previewAnswer, Sums: sumsAnswer },
  ...{ TaxTransactions: transactionsAnswer, TaxTransaction: taxTransaction },
  ...{ OperationsAnswer: operationsAnswer, Operations: operations, ReasonBody: reasonBody },
  ...{ RoundExitBody: roundExitBody, RecoverBody: recoverBody },
  ...{ PauseBody: pauseBody, ResumeBody: resumeBody, Actions: actionsAnswer, Action: operatorAction },
};

const pathOf = (name: string) => `#/components/schemas/${name}`;

/** Where a schema names a format, its pattern is left out: the pattern would say the same in two hundred characters. */
const SETTINGS = {
  io: 'input',
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;

export function refTo(name: keyof typeof NAMED_SCHEMAS & string): JsonSchema {
  return { $ref: pathOf(name) };
}

/** The JSON Schema of a Zod schema; a reference if the schema has a name. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const named = Object.entries(NAMED_SCHEMAS).find(([, candidate]) => candidate === schema);
  if (named !== undefined) return refTo(named[0]);
  return plain(z.toJSONSchema(schema, SETTINGS));
}

/** All named schemas as JSON Schema; where one is part of another, there is a reference to it. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...SETTINGS, uri: pathOf });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]));
}

/** A schema without its name and its dialect (`$schema`), which the whole document says once. */
function plain({ $schema: _, $id: __, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema as JsonSchema;
}
