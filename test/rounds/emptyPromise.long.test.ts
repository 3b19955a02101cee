import '../world/quietBindings.ts';
import { Keypair, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import type { Outbound } from '../world/passOutbound.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { type TaxLottery, withTax } from './startTax.ts';

/** The usual price of these tests, SOL for one GOD, and what the liar says. */
const [HONEST, PROMISED] = [0.000_000_1, 0.000_000_103];
const FUNDS = 1_000_000_000n;

it('an exchange that offers most, and whose swaps fail on chain, does not keep the other one from buying the tax', async () => {
  /** Wallets that pay for the liar’s swaps, until one of these is sent. */
  const payers: Keypair[] = [];
  const late: { tax: TaxLottery | null } = { tax: null };
  const outbound: Outbound = async ({ body }) => {
    if (late.tax === null || !body.includes('"sendTransaction"')) return undefined;
    const [sent] = (JSON.parse(body) as { params: [string] }).params;
    const payer = payers.find((each) => Buffer.from(sent, 'base64').includes(Buffer.from(each.publicKey.toBytes())));
    if (payer !== undefined) await emptied(late.tax, payer);
    return undefined;
  };
  await withTax({ seed: 'an empty promise', outbound }, async (tax) => {
    late.tax = tax;
    const { exchanges, runtime } = tax.world;
    exchanges.setFault((exchange) => {
      exchanges.setPrices({ godSol: exchange === 'jupiter' ? PROMISED : HONEST });
      return null;
    });
    exchanges.setRedraft(async (draft, { exchange }) => {
      if (exchange !== 'jupiter') return draft;
      const payer = Keypair.generate();
      await runtime.fundSol(payer.publicKey, FUNDS);
      payers.push(payer);
      const instructions = draft.instructions.map((each) =>
        each.programId.equals(SystemProgram.programId)
          ? new TransactionInstruction({
              ...each,
              keys: each.keys.map((key, i) => (i === 0 ? { ...key, pubkey: payer.publicKey } : key)),
            })
          : each,
      );
      return { ...draft, instructions, signers: [payer] };
    });
    await tax.trade(3);
    const cycle = await tax.cycle();
    expect([payers.length > 0, cycle.state, cycle.reason]).toEqual([true, 'done', null]);
    expect(cycle.lines.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  });
});

/** What a liar can do as soon as a transaction that it has signed is sent. */
async function emptied({ world, sol }: TaxLottery, payer: Keypair): Promise<void> {
  const lamports = (await sol(payer.publicKey)) - 5_000n;
  if (lamports <= 0n) return;
  const away = { fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports };
  await sendTransaction(world.runtime.connection, [SystemProgram.transfer(away)], [payer]);
}
