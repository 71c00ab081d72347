-- Whether an update made it: retention keeps that of the release that runs and of the one before.
alter table backups add column is_of_update boolean not null default false;

-- When `waygate restore --check` last succeeded. Null: never.
alter table backup_schedule add column restore_tried_at timestamptz;
