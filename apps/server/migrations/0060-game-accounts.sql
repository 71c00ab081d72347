-- An account's account in one game. No row: there is none.
create table game_accounts (
  server_id integer not null references game_servers (id),
  account_id integer not null references accounts (id),
  -- As the game writes it. Null: a login is still to be chosen.
  login text check (length(login) between 1 and 64),
  -- The game's own id of the account.
  game_account_id text,
  state text not null check (state in ('pending', 'active', 'taken', 'failed')),
  -- What the player has to know or do, as a sentence.
  message text,
  -- Whether the game refuses the account, and until when. Null: for good, or not at all.
  is_locked boolean not null default false,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (server_id, account_id),
  check (login is not null or state = 'failed')
);

-- A login belongs to one account, also while the game has yet to answer.
create unique index game_accounts_login_key on game_accounts (server_id, lower(login)) where state in ('pending', 'active');
create index game_accounts_account_idx on game_accounts (account_id);
create index game_accounts_locked_idx on game_accounts (server_id, account_id) where is_locked;

-- Work for a server's bridge. The commands of one game account are leased one at a time, by their id.
create table game_account_commands (
  id bigint generated always as identity primary key,
  server_id integer not null,
  account_id integer not null,
  kind text not null check (kind in ('create', 'set_password', 'rename', 'claim', 'lock', 'unlock')),
  login text not null,
  new_login text check ((new_login is not null) = (kind = 'rename')),
  -- The credential or the proof, encrypted. Deleted as soon as the command is settled, superseded or expired.
  key_id text,
  sealed bytea,
  locked_until timestamptz,
  -- superseded: the player chose something else since. It may be in flight until available_at.
  state text not null default 'waiting' check (
    state in ('waiting', 'leased', 'done', 'refused', 'superseded', 'expired')),
  attempts integer not null default 0,
  leases integer not null default 0,
  -- When it may be leased; of a lease, when it ends.
  available_at timestamptz not null default now(),
  -- A claim's proof is kept no longer.
  expires_at timestamptz,
  -- The bridge's last result and what it says about it, for staff.
  result text,
  detail text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  foreign key (server_id, account_id) references game_accounts (server_id, account_id),
  check ((key_id is null) = (sealed is null)),
  check (sealed is null or state in ('waiting', 'leased')),
  check ((settled_at is null) = (state in ('waiting', 'leased')) or state = 'superseded')
);

create index game_account_commands_open_idx on game_account_commands (server_id, account_id, id) where settled_at is null;
create index game_account_commands_account_idx on game_account_commands (server_id, account_id, id desc);
create index game_account_commands_settled_idx on game_account_commands (settled_at) where settled_at is not null;
-- Two bridges that ask at once don't lock an account twice.
create unique index game_account_commands_lock_key on game_account_commands (server_id, account_id)
  where settled_at is null and kind in ('lock', 'unlock');
