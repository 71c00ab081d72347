-- Tokens of streamers who have unlinked: kept, encrypted, until Twitch has ended what they allow, and for nothing else.
create table twitch_revocations (
  id uuid primary key default gen_random_uuid(),
  -- The account that they were encrypted for. No reference: this outlives the link, and the account too.
  account_id integer not null,
  key_id text not null,
  access_token bytea not null,
  refresh_token bytea not null,
  unlinked_at timestamptz not null default now()
);

create index twitch_revocations_unlinked_at_idx on twitch_revocations (unlinked_at);
