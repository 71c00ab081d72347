-- The newest day on which the account was active, in UTC, and the one before it. Never goes back.
alter table accounts add column last_active_on date;
alter table accounts add column previous_active_on date;

-- Who was active when. Kept until the day is counted, and a few weeks longer.
create table activity_days (
  day date not null,
  account_id integer not null references accounts on delete cascade,
  -- The account's active day before this one; null for the first. Whatever the period, an account that was active in
  -- it has exactly one row there whose previous day lies before it: counting those counts different accounts.
  previous_day date check (previous_day < day),
  sign_ins integer not null check (sign_ins >= 0),
  primary key (day, account_id)
)
-- Leaves room to count a second sign-in of the day beside the first, without touching an index.
with (fillfactor = 85);

create index activity_days_account_id_idx on activity_days (account_id);

-- Finished days, counted once. From the first one to the last there is none missing.
create table statistics_days (
  day date primary key,
  registrations integer not null,
  sign_ins integer not null,
  active_players integer not null,
  counted_at timestamptz not null default now()
);

-- How long the players of a day had been away: so different players of any period are a sum over its days.
create table statistics_returns (
  day date not null references statistics_days,
  -- Days since the active day before; 366 for all that is longer, and for those who had none.
  days_away integer not null check (days_away between 1 and 366),
  players integer not null check (players > 0),
  primary key (day, days_away)
);

-- Sums of a period are read from the indexes alone.
create index orders_paid_at_idx on orders (is_live, paid_at)
  include (provider, state, price_cents, refunded_cents, product_id, account_id) where paid_at is not null;
create index orders_created_at_idx on orders (is_live, created_at) include (provider, state);
create index orders_paid_account_idx on orders (account_id)
  include (is_live, provider, state, price_cents, refunded_cents) where paid_at is not null;
drop index accounts_referral_id_idx;
create index accounts_referral_id_idx on accounts (referral_id) include (id) where referral_id is not null;
create index referrals_recorded_on_idx on referrals (recorded_on);
create index characters_reported_at_idx on characters (reported_at) include (level, class, account_id);
