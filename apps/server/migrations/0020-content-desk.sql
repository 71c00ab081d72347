-- Counts changes, so that of two editors the second learns of the first.
alter table news add column revision integer not null default 1;
alter table patch_notes add column revision integer not null default 1;

-- Staff see what changed last, and search in titles.
create index news_changed_idx on news (updated_at desc, id desc);
create index patch_notes_changed_idx on patch_notes (updated_at desc, id desc);
create index news_search_idx on news using gin (title gin_trgm_ops, category gin_trgm_ops);
create index patch_notes_search_idx on patch_notes using gin (title gin_trgm_ops, version gin_trgm_ops);

-- What watching or streaming earns.
create table twitch_rewards (
  id integer generated always as identity primary key,
  season integer not null check (season > 0),
  type text not null check (type in ('viewer', 'streamer')),
  title text not null check (title <> ''),
  description text not null default '',
  required_minutes integer not null check (required_minutes > 0),
  item_id integer not null check (item_id > 0),
  item_quantity integer not null default 1 check (item_quantity > 0),
  -- A file of this row alone, relative to the API's base.
  image_url text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted rewards stay, so that claims can point at them; their picture does not.
  deleted_at timestamptz,
  check (deleted_at is null or image_url is null)
);

-- The newest season first; in it viewers before streamers, and each from the least minutes up.
create index twitch_rewards_listed_idx on twitch_rewards (season desc, type desc, required_minutes, id)
  where deleted_at is null;
