import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { createFetchBeacon } from '../../../worker/feeds/fetchBeacon.ts';
import { godSolSources } from '../../../worker/feeds/godSolSources.ts';
import { solUsdSources } from '../../../worker/feeds/solUsdSources.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';

/** A relay that works has every beacon that is ten seconds old. */
const DUE_SECONDS = 10;
const PATIENCE_MS = 5_000;

/** Asks each relay for a beacon that verifies, and each price source for a price. */
export async function checkFeeds(input: CheckInput): Promise<readonly Finding[]> {
  const [relays, prices, quotes] = await Promise.all([checkRelays(input), checkPrices(input), checkQuotes(input)]);
  return [...relays, ...prices, ...quotes];
}

async function checkRelays({ settings, fetch, now }: CheckInput): Promise<Finding[]> {
  const round = CURRENT_PROTOCOL.beaconRoundAt(settings.beacon, Math.floor(now() / 1000) - DUE_SECONDS);
  const question = { protocol: CURRENT_PROTOCOL, network: settings.beacon, round, patienceMs: PATIENCE_MS };
  const verified = await Promise.all(
    settings.drandUrls.map((url) => createFetchBeacon({ urls: [url], fetch, log: () => undefined })(question)),
  );
  const count = verified.filter((beacon) => beacon !== null).length;
  const silent = verified.flatMap((beacon, i) => (beacon === null ? [`relay ${i + 1}`] : []));
  if (count === 0)
    return [
      problem(
        'beacons',
        'No relay of DRAND_URLS gave a beacon that verifies with DRAND_PUBLIC_KEY. No round could be drawn.',
      ),
    ];
  return [
    fine('beacons', `${count} of ${verified.length} relays gave a beacon that verifies`),
    ...(silent.length === 0 ? [] : [note('beacons', `${silent.join(', ')} of DRAND_URLS gave none`)]),
  ];
}

async function checkPrices({ settings, fetch }: CheckInput): Promise<Finding[]> {
  const answers = await Promise.all(
    solUsdSources(settings.solPriceUrls, fetch).map(async ({ name, ask }) => ({
      name,
      price: await ask().catch(() => null),
    })),
  );
  return answers.some(({ price }) => price !== null)
    ? answers.map(({ name, price }) =>
        price === null ? note('SOL price', `${name} gave none`) : fine('SOL price', `${name} says ${price} USD`),
      )
    : [problem('SOL price', 'No source of SOL_PRICE_URLS gave a price.')];
}

/**
 * Asks each exchange for a quote of GOD. A missing quote is a problem only on mainnet, because no exchange knows the
 * token of another chain, and only if the tax is sold.
 */
async function checkQuotes({ settings, fetch }: CheckInput): Promise<Finding[]> {
  const isReal = settings.cluster === 'mainnet-beta' && settings.autoSwap;
  const sources = godSolSources({ ...settings, fetch });
  return Promise.all(
    sources.map(async ({ name, ask }) => {
      const answer = await ask().then(
        (price) => price ?? new Error('gave no number'),
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
      if (typeof answer === 'number') return fine('GOD quote', `${name} says ${answer} SOL`);
      const sentence = `${name} ${answer.message}`;
      return isReal
        ? problem(
            'GOD quote',
            `${sentence}. Without this quote, the tax is sold only if a trading pool on chain or an earlier price confirms the other exchange’s quote. To distribute GOD instead of selling it, set AUTO_SWAP=false.`,
          )
        : note('GOD quote', sentence);
    }),
  );
}
