// Coins. Every change is an entry, and a balance is the sum of its entries.
export {
  type Balances,
  balanceOf,
  lockBalances,
  selectBalances,
  selectNewestEntries,
} from './ledger.queries.ts';
export { type CoinMovement, postTransaction } from './ledger.service.ts';
