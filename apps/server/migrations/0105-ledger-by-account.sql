create index ledger_entries_account_created_idx on ledger_entries (account_id, created_at desc, id desc)
  where account_id is not null;
