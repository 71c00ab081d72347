-- The log is listed by time, and filtered by any of these within a time. An entry's number is not in the order of time:
-- a transaction takes its time when it begins.
create index audit_entries_at_idx on audit_entries (at desc, id desc);
create index audit_entries_staff_at_idx on audit_entries (staff_id, at desc, id desc);
create index audit_entries_staff_kind_at_idx on audit_entries (staff_id, kind, at desc, id desc);
create index audit_entries_account_at_idx on audit_entries (account_id, at desc, id desc) where account_id is not null;
create index audit_entries_kind_at_idx on audit_entries (kind, at desc, id desc);

drop index audit_entries_staff_id_idx, audit_entries_account_id_idx, audit_entries_kind_idx;
