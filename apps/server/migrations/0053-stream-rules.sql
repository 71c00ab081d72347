-- What visitors see of a stream, as of the last sample that listed it.
alter table drop_channels
  add column title text not null default '',
  add column viewers integer not null default 0,
  add column thumbnail_url text;

create index drop_channels_shown_idx on drop_channels (viewers desc, account_id) where is_eligible;

-- For alerts and metrics: the newest sample that was taken.
create index drop_samples_taken_idx on drop_samples (minute desc) where state in ('ok', 'partial');
create index twitch_streamers_lost_idx on twitch_streamers (account_id) where needs_new_link and decision <> 'rejected';
