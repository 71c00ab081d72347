-- When Twitch last refused to renew the tokens; null: it didn't. Tried again after ten minutes.
alter table twitch_streamers add column refresh_refused_at timestamptz;

-- When the streamer was asked by mail to link again.
alter table twitch_streamers add column link_mailed_at timestamptz;

-- Who needs a new link already isn't mailed about it after all that time.
update twitch_streamers set link_mailed_at = now() where needs_new_link;

-- Tokens of rejected streamers are revoked and not kept.
alter table twitch_streamers alter column access_token drop not null;
alter table twitch_streamers alter column refresh_token drop not null;
alter table twitch_streamers add constraint twitch_streamers_tokens_kept
  check (needs_new_link or (access_token is not null and refresh_token is not null));

create index twitch_streamers_unlinked_idx on twitch_streamers (account_id) where needs_new_link and link_mailed_at is null;
