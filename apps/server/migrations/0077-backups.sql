-- What was backed up, and whether it was read back.
create table backups (
  name text primary key,
  place text not null,
  began_at timestamptz not null default now(),
  -- When every checksum and row count was compared. Null: it runs, or it failed.
  verified_at timestamptz,
  failure text,
  table_rows bigint,
  bytes bigint
);

create index backups_began_at_idx on backups (began_at desc);
create index backups_verified_at_idx on backups (verified_at desc) where verified_at is not null;

-- As the worker's settings say, for the alert. Null: nothing is backed up by itself.
create table backup_schedule (
  is_only boolean primary key default true check (is_only),
  every_seconds integer check (every_seconds > 0),
  since timestamptz not null default now()
);

insert into backup_schedule default values;
