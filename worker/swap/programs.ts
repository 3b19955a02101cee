import { address } from '../../src/address/address.ts';

/** The chain's own programs whose instructions a swap may carry. */
export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const COMPUTE_BUDGET_PROGRAM = address('ComputeBudget111111111111111111111111111111');
export const LOOKUP_TABLE_PROGRAM = address('AddressLookupTab1e1111111111111111111111111');
/** SPL Memo as text: Raydium's CLMM names it among a swap's accounts. */
export const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
