-- Grants and bans of many accounts at once. Each account is worked on in a transaction of its own, which settles its row.
create table bulk_lists (
  -- Made by the browser, so that a request that is repeated starts nothing twice.
  id uuid primary key,
  staff_id integer not null references accounts (id),
  action text not null,
  -- What is granted, or until when is banned, as it was requested.
  details jsonb not null,
  reason text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create index bulk_lists_created_at_idx on bulk_lists (created_at desc, id);
create index bulk_lists_staff_id_idx on bulk_lists (staff_id);

create table bulk_rows (
  list_id uuid not null references bulk_lists (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'already', 'failed')),
  -- Why it failed.
  message text,
  settled_at timestamptz,
  primary key (list_id, account_id),
  check ((state = 'waiting') = (settled_at is null))
);

create index bulk_rows_account_id_idx on bulk_rows (account_id);
create index bulk_rows_waiting_idx on bulk_rows (list_id, account_id) where state = 'waiting';
