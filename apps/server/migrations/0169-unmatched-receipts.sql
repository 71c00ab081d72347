-- What games have receipts of and this database has no deliveries of, after it was restored from a backup.
create table unmatched_receipts (
  id integer generated always as identity primary key,
  server_id integer not null references game_servers,
  idempotency_key text not null check (length(idempotency_key) between 1 and 100),
  effect text not null check (effect in ('grant', 'revoke')),
  -- Without a foreign key: the account may have been made after the backup.
  account_id integer not null,
  kind text not null,
  item_id integer,
  quantity integer not null check (quantity > 0),
  character_id text,
  recorded_at timestamptz not null,
  noted_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'kept', 'revoked')),
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  unique (server_id, idempotency_key)
);

create index unmatched_receipts_open_idx on unmatched_receipts (id) where state = 'open';
create index unmatched_receipts_account_idx on unmatched_receipts (account_id);

-- Which game servers have reported their receipts since a restore.
create table receipt_reports (
  restore_id integer not null references restores,
  server_id integer not null references game_servers,
  completed_at timestamptz not null default now(),
  primary key (restore_id, server_id)
);
