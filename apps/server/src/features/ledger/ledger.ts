export {
  type Balances,
  type CoinMovement,
  balanceOf,
  listNewestEntries,
  lockBalances,
  postTransaction,
  selectBalances,
} from './ledger.service.ts';
