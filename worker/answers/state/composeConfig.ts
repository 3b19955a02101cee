import { parseAddress } from '../../../src/address/address.ts';
import type { PublicConfig } from '../../../src/contract/config.ts';
import { GOD_DECIMALS } from '../../../src/money/god.ts';
import { CURRENT_RULES } from '../../../src/protocol/versions.ts';
import type { PublicState } from '../../cache/publicState.ts';
import { TOKEN_2022_PROGRAM } from '../../chain/accounts/programs.ts';
import type { Settings } from '../../settings/Settings.ts';
import { knownExclusions } from '../../terms/termsOfSettings.ts';
import { VERSION } from '../../version.ts';
import { isoOfSeconds } from '../isoTime.ts';

/**
 * `GET /api/config`, field by field: a setting is public only if it is named here. What is promised comes from the
 * terms in force, since the settings may already hold what the next terms say.
 */
export function composeConfig(settings: Settings, state: PublicState | null): PublicConfig {
  const mint = state?.chain.mint ?? null;
  const terms = state?.chain.terms ?? null;
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
    threshold: terms?.threshold ?? CURRENT_RULES.threshold.toString(),
    prizeShares: (terms?.places ?? CURRENT_RULES.placePercents).map((percent) => Number(percent) / 100),
    poolShare: Number(terms?.share ?? CURRENT_RULES.poolPercent) / 100,
    drawTopHolders: terms?.top ?? settings.drawTopHolders,
    recentWinnersMax: settings.recentWinnersMax,
    buyLinks: [...settings.buyLinks],
    communityLinks: [...settings.communityLinks],
    supportUrl: settings.supportUrl,
    payouts: settings.payouts === 'shadow' || state?.isRehearsal ? 'shadow' : 'live',
    cluster: settings.cluster,
    explorerUrl: settings.explorerUrl,
    publicRpcUrl: settings.publicRpcUrl,
    // Each node counts as one voice, since settings that name a host twice are refused.
    rpcNodes: settings.rpcUrls.length,
    drand: {
      urls: [...settings.drandUrls],
      publicKey: settings.beacon.publicKey,
      genesisTime: settings.beacon.genesisTime,
      period: settings.beacon.periodSeconds,
      network: settings.beacon.name,
    },
    poolWallet: state?.chain.pool?.wallet ?? settings.pool.address,
    exclusions:
      terms?.excluded ?? [...knownExclusions(settings, authorities)].map(([address, reason]) => ({ address, reason })),
    witnesses: terms?.watchers ?? settings.witnesses.map(({ name, address }) => ({ name, address })),
    roundSeconds: settings.clock.roundSeconds,
    entryLockSeconds: terms?.lock ?? settings.clock.entryLockSeconds,
    genesisTime: isoOfSeconds(settings.clock.genesisTime),
    version: VERSION,
  };
}
