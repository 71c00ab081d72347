-- What visitors see of a stream, as of the last sample that listed it.
alter table drop_channels
  add column title text not null default '',
  add column viewers integer not null default 0,
  add column thumbnail_url text;

create index drop_channels_shown_idx on drop_channels (viewers desc, account_id) where is_eligible;
