-- Staff look for the few coins of an account that moved for another reason. The two reasons of nearly all transactions
-- aren't in it, so that purchases and the game's own movements write nothing more.
create index ledger_transactions_rare_idx on ledger_transactions (id, reason)
  where reason <> 'order' and reason <> 'spent in the game';
