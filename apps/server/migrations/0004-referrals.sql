create table referrals (
  id bigint generated always as identity primary key,
  viewer_id text not null,
  landing_url text not null,
  landing_hash bytea not null,
  -- The day it was recorded, in UTC; the visit's own time is the browser's word.
  recorded_on date not null default (now() at time zone 'UTC')::date,
  visited_at timestamptz not null,
  source text not null,
  medium text,
  campaign text,
  content text not null,
  term text
);

create unique index referrals_viewer_page_day_key on referrals (viewer_id, landing_hash, recorded_on);
create index referrals_viewer_id_idx on referrals (viewer_id, id);

alter table accounts add column referral_id bigint references referrals on delete set null;
create index accounts_referral_id_idx on accounts (referral_id) where referral_id is not null;
