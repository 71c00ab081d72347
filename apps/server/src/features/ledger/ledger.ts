// Coins. Every change is an entry, and a balance is the sum of its entries.
export {
  type Balances,
  balanceOf,
  type Coin,
  countFilteredEntries,
  type EntryFilter,
  type LedgerRecord,
  lockBalances,
  selectBalances,
  selectEntries,
  selectFilteredEntries,
} from './ledger.queries.ts';
export { type CoinMovement, postIfAllowed, type Posting, postTransaction } from './ledger.service.ts';
