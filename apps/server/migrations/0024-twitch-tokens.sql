-- When its tokens were last to be held against Twitch: one that fails goes to the end of the line.
alter table twitch_streamers add column validation_tried_at timestamptz not null default '-infinity';

-- The key that the hash was made with; null: written before that was noted.
alter table twitch_link_blocks add column key_id text;

-- A walk counts as long as the session that began it; null: begun before that was noted.
alter table twitch_link_attempts add column session_hash bytea;
