alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries e set created_at = t.created_at from ledger_transactions t
where t.id = e.transaction_id and e.created_at is null;
alter table ledger_entries enable trigger ledger_entries_append_only;
