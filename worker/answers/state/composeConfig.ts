import { parseAddress } from '../../../src/address/address.ts';
import type { PublicConfig } from '../../../src/contract/config.ts';
import { GOD_DECIMALS } from '../../../src/money/god.ts';
import { CURRENT_RULES } from '../../../src/protocol/versions.ts';
import type { PublicState } from '../../cache/publicState.ts';
import { TOKEN_2022_PROGRAM } from '../../chain/accounts/programs.ts';
import { knownExclusions } from '../../rounds/lists/readEntries.ts';
import type { Settings } from '../../settings/Settings.ts';
import { VERSION } from '../../version.ts';
import { isoOfSeconds } from '../isoTime.ts';

/** `GET /api/config`, field by field: nothing of the settings is public unless it is named here. */
export function composeConfig(settings: Settings, state: PublicState | null): PublicConfig {
  const mint = state?.chain.mint ?? null;
  const authorities = (mint?.authorities ?? []).flatMap(({ address, role }) => {
    const parsed = parseAddress(address);
    return parsed === null ? [] : [{ address: parsed, role }];
  });
  return {
    mint: settings.mint,
    tokenProgram: TOKEN_2022_PROGRAM,
    decimals: GOD_DECIMALS,
    supply: mint?.supply ?? null,
    transferFee: mint?.transferFee ?? null,
    threshold: CURRENT_RULES.threshold.toString(),
    prizeShares: CURRENT_RULES.placePercents.map((percent) => Number(percent) / 100),
    poolShare: Number(CURRENT_RULES.poolPercent) / 100,
    drawTopHolders: settings.drawTopHolders,
    recentWinnersMax: settings.recentWinnersMax,
    buyLinks: [...settings.buyLinks],
    communityLinks: [...settings.communityLinks],
    supportUrl: settings.supportUrl,
    payouts: settings.payouts === 'shadow' || state?.isRehearsal ? 'shadow' : 'live',
    cluster: settings.cluster,
    explorerUrl: settings.explorerUrl,
    publicRpcUrl: settings.publicRpcUrl,
    // Each of them counts as one voice: settings that name a host twice are refused.
    rpcNodes: settings.rpcUrls.length,
    drand: {
      urls: [...settings.drandUrls],
      publicKey: settings.beacon.publicKey,
      genesisTime: settings.beacon.genesisTime,
      period: settings.beacon.periodSeconds,
      network: settings.beacon.name,
    },
    // The wallet of the terms in force: the settings may name the next one already.
    poolWallet: state?.chain.pool?.wallet ?? settings.pool.address,
    exclusions: [...knownExclusions(settings, { authorities })].map(([address, reason]) => ({ address, reason })),
    witnesses: settings.witnesses.map(({ name, address }) => ({ name, address })),
    roundSeconds: settings.clock.roundSeconds,
    entryLockSeconds: settings.clock.entryLockSeconds,
    genesisTime: isoOfSeconds(settings.clock.genesisTime),
    version: VERSION,
  };
}
