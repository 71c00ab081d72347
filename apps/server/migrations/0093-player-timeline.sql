-- The timeline of a player reads the newest rows of each table by time.
create index orders_account_created_idx on orders (account_id, created_at desc, id desc);
create index deliveries_account_created_idx on deliveries (account_id, created_at desc, id desc);

-- Equal to the transaction's time: both are the default of one database transaction.
alter table ledger_entries add column created_at timestamptz;
alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries e set created_at = t.created_at from ledger_transactions t where t.id = e.transaction_id;
alter table ledger_entries enable trigger ledger_entries_append_only;
alter table ledger_entries alter column created_at set default now(), alter column created_at set not null;
create index ledger_entries_account_created_idx on ledger_entries (account_id, created_at desc, id desc)
  where account_id is not null;

-- Most entries about an account are others.
create index audit_entries_unban_idx on audit_entries (account_id, at desc, id desc) where kind = 'user.unban';
