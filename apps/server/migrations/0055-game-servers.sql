-- One realm that players play on, with bridge tokens, addresses, item ids and accounts of its own. Never deleted, only hidden.
create table game_servers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  -- In addresses and metrics.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 40),
  position integer not null default 0,
  is_listed boolean not null default true,
  -- Null: chosen by how well the game hashes passwords.
  account_policy text check (account_policy in ('own_password', 'same_password')),
  revision integer not null default 1,
  created_at timestamptz not null default now()
);

-- The first server has the id 1: what belonged to the only game there was belongs to it.
insert into game_servers (name, slug) values ('Game server', 'main');

-- What the server's bridge reported last. No row: it never did.
create table game_server_status (
  server_id integer primary key references game_servers (id),
  adapter text not null,
  bridge_version text not null,
  guarantee text not null check (guarantee in ('exactly_once', 'at_most_once')),
  needs_character boolean not null,
  -- Whether the game tells when a delivery was collected, and after how many days it destroys what wasn't. Null: never.
  reports_collected boolean not null,
  expires_after_days integer check (expires_after_days > 0),
  -- Null: the bridge manages no accounts.
  account_rules jsonb,
  is_online boolean not null,
  players_online integer not null check (players_online >= 0),
  capacity integer check (capacity > 0),
  game_version text,
  -- Since when the game is up or down, as reported.
  changed_at timestamptz not null default now(),
  reported_at timestamptz not null default now()
);

-- Players online, by the minute since 1970.
create table game_server_samples (
  server_id integer not null references game_servers (id),
  minute integer not null,
  players_online integer not null,
  primary key (server_id, minute)
);

-- Programs of the version before this one write none of these columns: theirs is the first server.
alter table bridge_tokens add column server_id integer not null default 1 references game_servers (id);
create index bridge_tokens_server_idx on bridge_tokens (server_id, created_at desc);

alter table bridge_addresses add column server_id integer not null default 1 references game_servers (id);
alter table bridge_addresses drop constraint bridge_addresses_pkey, add primary key (address, server_id);

alter table characters
  add column server_id integer not null default 1,
  -- The game's own id, which outlives a rename; the name where the game has none.
  add column character_id text,
  add column is_online boolean not null default false;
update characters set character_id = name;
-- Only until the next report, in a program of the version before.
alter table characters alter column character_id set default gen_random_uuid()::text, alter column character_id set not null;
alter table characters drop constraint characters_pkey, add primary key (account_id, server_id, character_id);
alter table characters add foreign key (server_id) references game_servers (id);

alter table orders
  -- Null: nothing of it goes to a game.
  add column server_id integer references game_servers (id),
  add column character_id text,
  -- As it was called at checkout.
  add column character_name text;

alter table deliveries
  add column server_id integer not null default 1,
  -- Null: for the account, or the player has yet to choose.
  add column character_id text,
  add column character_name text,
  -- Why the game couldn't apply it yet, or never can, in the contract's words.
  add column problem text,
  -- When the game destroys what isn't collected, and when it was collected.
  add column collect_by timestamptz,
  add column collected_at timestamptz;
alter table deliveries add constraint deliveries_server_id_fkey foreign key (server_id) references game_servers (id) not valid;
alter table deliveries validate constraint deliveries_server_id_fkey;

alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check check (
  state in ('pending', 'leased', 'applied', 'dead', 'cancelled', 'superseded', 'unknown', 'awaiting_character')) not valid;
alter table deliveries validate constraint deliveries_state_check;

-- One game server's leases never read another's.
create index deliveries_due_by_server_idx on deliveries (server_id, available_at, id) where state in ('pending', 'leased');
create index deliveries_undecided_idx on deliveries (state, id desc) where state in ('unknown', 'awaiting_character');
