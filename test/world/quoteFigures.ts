/** What an exchange offers: amounts in base units, as text. */
export interface Quote {
  readonly inputMint: string;
  readonly outputMint: string;
  readonly inAmount: string;
  readonly outAmount: string;
  readonly threshold: string;
  readonly slippageBps: number;
}

const PRICE_IMPACT_PCT = 0.12;

/** The figures of Raydium's answer. */
export function raydiumData(quote: Quote): object {
  return {
    swapType: 'BaseIn',
    inputMint: quote.inputMint,
    inputAmount: quote.inAmount,
    outputMint: quote.outputMint,
    outputAmount: quote.outAmount,
    otherAmountThreshold: quote.threshold,
    slippageBps: quote.slippageBps,
    priceImpactPct: PRICE_IMPACT_PCT,
    referrerAmount: '0',
  };
}

/** The figures of Jupiter's answer. */
export function jupiterQuote(quote: Quote): object {
  return {
    inputMint: quote.inputMint,
    inAmount: quote.inAmount,
    outputMint: quote.outputMint,
    outAmount: quote.outAmount,
    otherAmountThreshold: quote.threshold,
    swapMode: 'ExactIn',
    slippageBps: quote.slippageBps,
    platformFee: null,
    priceImpactPct: `${PRICE_IMPACT_PCT / 100}`,
    contextSlot: 1,
    timeTaken: 0.01,
  };
}
