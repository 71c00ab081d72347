-- One row for each process of the portal: it says every ten seconds that it is there, and is deleted when it stops or hasn't
-- been seen for a day. Half of each page is free and no index names what changes, so that a heartbeat moves no index entry.
create table processes (
  id uuid primary key,
  is_api boolean not null,
  is_worker boolean not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- The free share of the disk of DATA_DIR. Null: unknown.
  disk_free real check (disk_free between 0 and 1),
  -- The id that lies in DATA_DIR: processes with the same one share their files. Null: files are in S3, or it is unknown.
  data_dir_id uuid,
  check (is_api or is_worker)
) with (fillfactor = 50);
