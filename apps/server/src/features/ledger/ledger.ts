// Coins. Every change is an entry, and a balance is the sum of its entries.
export {
  type Balances,
  type CoinMovement,
  balanceOf,
  listNewestEntries,
  lockBalances,
  postTransaction,
  selectBalances,
} from './ledger.service.ts';
