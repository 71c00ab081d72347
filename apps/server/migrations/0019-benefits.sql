-- When the game ends by itself what a grant gave; null: never.
alter table deliveries add column available_until timestamptz;

-- What accounts have, by account: a page of it reads no more than its own rows.
create index deliveries_inventory_idx on deliveries (account_id, kind, coalesce(item_id, 0))
  where effect = 'grant' and state in ('pending', 'leased', 'applied');
create index deliveries_item_id_idx on deliveries (item_id, account_id, kind)
  where effect = 'grant' and state in ('pending', 'leased', 'applied');

-- Bytes in order serve sorting and the search for first letters alike.
create index characters_name_idx on characters (lower(name) collate "C", account_id, name);
create index characters_level_idx on characters (level, account_id, name);
-- Written at once: a list of what is still to be written would be read by every search.
create index characters_search_idx on characters using gin ((lower(name) collate "C") gin_trgm_ops)
  with (fastupdate = off);

-- What staff gave to accounts by the game's ids, until a time.
create table account_benefits (
  account_id integer not null references accounts (id),
  benefit_id integer not null check (benefit_id > 0),
  available_until timestamptz not null,
  -- Counts changes, so that of two editors the second learns of the first.
  revision integer not null default 1,
  -- The delivery that brought it into the game as it is now.
  grant_key text not null unique references deliveries (idempotency_key),
  primary key (account_id, benefit_id)
);

create index account_benefits_benefit_id_idx on account_benefits (benefit_id, account_id);
create index account_benefits_available_until_idx on account_benefits (available_until, account_id, benefit_id);

-- Packs that staff granted, each once for an account.
create table account_packs (
  account_id integer not null references accounts (id),
  pack text not null check (pack in ('veteran', 'founder', 'content_creator', 'staff')),
  -- Null: for good.
  available_until timestamptz,
  grant_key text not null unique references deliveries (idempotency_key),
  -- When the portal took notice of its end.
  ended_at timestamptz,
  primary key (account_id, pack)
);

create index account_packs_due_idx on account_packs (available_until)
  where available_until is not null and ended_at is null;
