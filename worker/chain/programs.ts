import { PublicKey } from '@solana/web3.js';
import { address } from '../../src/address/address.ts';

export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
export const TOKEN_2022_PROGRAM = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
/** SPL Memo, the version that checks its signers. */
export const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
