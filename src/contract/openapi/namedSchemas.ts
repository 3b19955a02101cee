import type * as z from 'zod';
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
import { health } from '../health.ts';
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
import { seal } from '../seal.ts';
import { poolStatement, statement, statementAnswer } from '../statement.ts';
import { currentRound, lastRound, participants, poolBalance, stats } from '../stats.ts';
import { status, statusDay } from '../status.ts';
import { taxCycle, taxReport, taxStep } from '../tax.ts';
import { terms, termsMembers } from '../terms.ts';
import { triggerResult } from '../trigger.ts';
import { walletCheck, walletDraws } from '../wallet.ts';
import { winner, winnersPage } from '../winner.ts';
import { witness, witnessClaim, witnessCount } from '../witness.ts';

/** Every shape that a route answers or takes, and their parts that are worth a name. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
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
