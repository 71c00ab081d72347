-- Where this worker's backups go: one that was made elsewhere by hand is none of them.
alter table backup_schedule add column place text;

-- Null: made before this was recorded.
alter table backups add column has_keys boolean;
