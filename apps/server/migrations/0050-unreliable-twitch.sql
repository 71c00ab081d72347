-- The first minute from which an absence in this channel may be made up for; null: from observed_minute.
alter table drop_channels add column bridged_from integer;

-- Why the chat couldn't be read in the newest sample; null when it was read.
alter table drop_channels add column failure text;

-- Where to watch, and what can't be read.
create index drop_channels_read_idx on drop_channels (observed_minute desc, account_id) where is_eligible;
create index drop_channels_unread_idx on drop_channels (seen_minute desc, account_id) where is_eligible and failure is not null;

-- Channels that were live a moment before, and that Twitch didn't list in this minute.
alter table drop_samples add column unknown_streams integer not null default 0;
