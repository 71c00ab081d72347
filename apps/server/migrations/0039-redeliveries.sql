-- What staff had sent to the game again, after it was restored from a backup or wiped. A worker carries it out in batches.
create table redeliveries (
  -- Made by the browser, so that a request that is repeated starts nothing twice.
  id uuid primary key,
  staff_id integer not null references accounts (id),
  mode text not null check (mode in ('same_keys', 'new_keys')),
  scope text not null check (scope in ('everything', 'account', 'order', 'product')),
  target_id integer,
  -- What was applied in this time, bounds included; null: from the beginning.
  since timestamptz,
  until timestamptz not null,
  reason text not null,
  -- How many deliveries staff confirmed, and how many of them the batches sent again so far.
  planned integer not null check (planned > 0),
  redelivered integer not null default 0,
  -- Where the next batch starts: behind this delivery, in the order of deliveries_applied_idx.
  cursor_settled_at timestamptz,
  cursor_id bigint,
  created_at timestamptz not null default now(),
  progressed_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((scope = 'everything') = (target_id is null)),
  check ((cursor_settled_at is null) = (cursor_id is null))
);

create index redeliveries_created_at_idx on redeliveries (created_at desc, id);
create index redeliveries_staff_id_idx on redeliveries (staff_id);
create index redeliveries_unfinished_idx on redeliveries (created_at, id) where finished_at is null;

alter table deliveries
  -- The last redelivery that sent it again, or that made it.
  add column redelivery_id uuid references redeliveries (id),
  -- The applied grant of a wiped game in whose place this one was queued. Unique: a grant is replaced once.
  add column supersedes_key text references deliveries (idempotency_key);

alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check
  check (state in ('pending', 'leased', 'applied', 'dead', 'cancelled', 'superseded'));

create unique index deliveries_supersedes_key_idx on deliveries (supersedes_key) where supersedes_key is not null;
-- What a redelivery may be of, in the order of its batches.
create index deliveries_applied_idx on deliveries (settled_at, id) where state = 'applied';
-- What the game has not applied again yet: small, and smaller every minute.
create index deliveries_redelivery_id_idx on deliveries (redelivery_id, state)
  where redelivery_id is not null and state in ('pending', 'leased', 'dead');
create index deliveries_superseded_idx on deliveries (id desc) where state = 'superseded';
