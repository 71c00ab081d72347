-- What visitors see of a stream, as of the last sample that listed it.
alter table drop_channels
  add column title text not null default '',
  add column viewers integer not null default 0,
  add column thumbnail_url text;

create index drop_channels_shown_idx on drop_channels (viewers desc, account_id) where is_eligible;

-- For alerts and metrics: the newest sample that was taken.
create index drop_samples_taken_idx on drop_samples (minute desc) where state in ('ok', 'partial');
create index twitch_streamers_lost_idx on twitch_streamers (account_id) where needs_new_link and decision <> 'rejected';

-- Rules of a season, all off by default.
alter table twitch_seasons
  -- In the title of a stream, or one of its tags; '' for off.
  add column title_word text not null default '',
  add column min_viewers integer check (min_viewers > 0),
  add column min_twitch_days integer check (min_twitch_days > 0),
  add column needs_confirmed_email boolean not null default false,
  add column min_character_level integer check (min_character_level > 0),
  add column max_accounts_per_address integer check (max_accounts_per_address > 0);

-- When the identity at Twitch was created. Null: not known yet.
alter table twitch_links add column twitch_created_at timestamptz;
create index twitch_links_undated_idx on twitch_links (account_id) where twitch_created_at is null;

create index accounts_last_ip_idx on accounts (last_ip) where last_ip is not null;

-- The rule of the season that the stream didn't meet in the last sample.
alter table drop_channels add column unmet_rule text;

-- Who lost minutes to which rule of a season.
create table drop_rule_failures (
  season_id integer not null references twitch_seasons (id),
  account_id integer not null references accounts on delete cascade,
  rule text not null,
  minutes integer not null default 1,
  -- Of the last minute; a minute counts once.
  last_minute integer not null,
  last_at timestamptz not null default now(),
  primary key (season_id, account_id, rule)
);

create index drop_rule_failures_listed_idx on drop_rule_failures (season_id, last_at desc, account_id, rule);
create index drop_rule_failures_account_idx on drop_rule_failures (account_id);
