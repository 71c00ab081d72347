// Coins: every change is an entry, and the balance is their sum.
export {
  type Balances,
  type CoinMovement,
  balanceOf,
  listNewestEntries,
  lockBalances,
  postTransaction,
  selectBalances,
} from './ledger.service.ts';
