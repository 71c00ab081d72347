-- Equal to the transaction's time: both are the default of one database transaction. Older entries get theirs in the
-- next migration, which locks the ledger for writers alone.
alter table ledger_entries add column created_at timestamptz;
alter table ledger_entries alter column created_at set default now();
