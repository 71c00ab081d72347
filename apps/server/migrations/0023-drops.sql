create table twitch_seasons (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  starts_at timestamptz not null,
  -- Null: until the next one is set up.
  ends_at timestamptz check (ends_at > starts_at),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- No moment belongs to two seasons.
  constraint twitch_seasons_apart exclude using gist (tstzrange(starts_at, ends_at) with &&)
);

create table twitch_links (
  account_id integer primary key references accounts on delete cascade,
  twitch_user_id text not null constraint twitch_links_user_key unique,
  login text not null,
  display_name text not null,
  linked_at timestamptz not null default now()
);

-- Accounts that stream and let their chat be read.
create table twitch_streamers (
  account_id integer primary key references twitch_links (account_id) on delete cascade,
  -- What staff decided; kept while the streamer has to link anew.
  decision text not null default 'pending' check (decision in ('pending', 'approved', 'rejected')),
  needs_new_link boolean not null default false,
  -- Encrypted with the key of this id: the table alone opens no chat.
  key_id text not null,
  access_token bytea not null,
  refresh_token bytea not null,
  expires_at timestamptz not null,
  validated_at timestamptz not null default now(),
  -- Whoever refreshes the tokens holds them until then: a refresh token may work once.
  refreshed_until timestamptz not null default '-infinity',
  requested_at timestamptz not null default now(),
  decided_at timestamptz,
  revision integer not null default 1
);

create index twitch_streamers_requested_at_idx on twitch_streamers (requested_at desc, account_id desc);
create index twitch_streamers_decision_idx on twitch_streamers (decision, requested_at desc, account_id desc);

-- A walk to Twitch and back: both the address and the browser that began it have to come back, once.
create table twitch_link_attempts (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  account_id integer not null references accounts on delete cascade,
  purpose text not null check (purpose in ('viewer', 'streamer')),
  expires_at timestamptz not null
);

create index twitch_link_attempts_account_id_idx on twitch_link_attempts (account_id);
create index twitch_link_attempts_expires_at_idx on twitch_link_attempts (expires_at);

-- A keyed hash of an identity that was unlinked: it cannot move to another account for a while.
create table twitch_link_blocks (
  twitch_user_hash bytea primary key,
  account_id integer not null references accounts on delete cascade,
  blocked_until timestamptz not null
);

create index twitch_link_blocks_account_id_idx on twitch_link_blocks (account_id);
create index twitch_link_blocks_blocked_until_idx on twitch_link_blocks (blocked_until);

-- One tick of all replicas: whoever inserts the minute takes the sample.
create table drop_samples (
  -- Whole ticks since 1970 by the database's clock; a tick is a minute, save in demonstrations.
  minute integer primary key,
  state text not null default 'running' check (state in ('running', 'ok', 'partial', 'failed')),
  streams integer not null default 0,
  failed_streams integer not null default 0,
  chatters integer not null default 0,
  credited integer not null default 0,
  detail text,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);

-- What the last samples told of each channel.
create table drop_channels (
  account_id integer primary key references twitch_links (account_id) on delete cascade,
  is_live boolean not null,
  -- Live in an allowed category.
  is_eligible boolean not null,
  stream_started_at timestamptz,
  -- The last minute in which Twitch told whether it is live.
  seen_minute integer not null,
  -- The last minute in which it was known who watches: its chat was read, or there was nothing to watch.
  observed_minute integer not null
);

create index drop_channels_eligible_idx on drop_channels (seen_minute desc) where is_eligible;

-- A credited minute. The primary key is what makes it count once, whatever happens.
create table drop_minutes (
  account_id integer not null,
  kind text not null check (kind in ('viewer', 'streamer')),
  minute integer not null,
  -- The account whose stream it was.
  channel_id integer not null,
  primary key (account_id, kind, minute)
);

create index drop_minutes_minute_idx on drop_minutes (minute);

-- Their sums, written in the statement that writes them, and what staff corrected.
create table drop_totals (
  account_id integer not null references accounts on delete cascade,
  kind text not null check (kind in ('viewer', 'streamer')),
  season_id integer not null references twitch_seasons (id),
  minutes integer not null default 0 check (minutes >= 0),
  adjusted integer not null default 0,
  -- The newest day with minutes, in UTC, and how many: what the daily cap is held against.
  day date,
  day_minutes integer not null default 0,
  primary key (account_id, kind, season_id),
  check (minutes + adjusted >= 0)
);

create index drop_totals_season_id_idx on drop_totals (season_id);

create table drop_adjustments (
  request_id uuid primary key,
  account_id integer not null references accounts on delete cascade,
  kind text not null,
  season_id integer not null references twitch_seasons (id),
  minutes integer not null,
  reason text not null,
  adjusted_at timestamptz not null default now()
);

create index drop_adjustments_account_id_idx on drop_adjustments (account_id);
create index drop_adjustments_season_id_idx on drop_adjustments (season_id);

create table drop_claims (
  account_id integer not null references accounts (id),
  reward_id integer not null references twitch_rewards (id),
  claimed_at timestamptz not null default now(),
  primary key (account_id, reward_id)
);

create index drop_claims_reward_id_idx on drop_claims (reward_id);
