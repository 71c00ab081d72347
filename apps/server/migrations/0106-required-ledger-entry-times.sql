-- Last and alone: it keeps readers out too, for as long as it takes to look through the entries.
alter table ledger_entries alter column created_at set not null;
