-- Why staff did it, in their own words, where the action asked for a reason.
alter table audit_entries add column reason text;
