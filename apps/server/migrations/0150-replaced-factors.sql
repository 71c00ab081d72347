-- What an account had before its authenticator app or its recovery codes were replaced. For two weeks, longer than a link
-- 'This wasn't me' works: that brings it back, so that a thief's app doesn't stay in place of the owner's.
create table replaced_factors (
  id integer primary key generated always as identity,
  account_id integer not null references accounts on delete cascade,
  -- The app, encrypted as in totp_factors. Null: there was none.
  key_id text,
  sealed bytea,
  last_step bigint,
  confirmed_at timestamptz,
  -- Recovery codes that were not used yet.
  code_hashes bytea[] not null,
  replaced_at timestamptz not null default now(),
  check (num_nulls(key_id, sealed, last_step, confirmed_at) in (0, 4))
);
create index replaced_factors_account_id_idx on replaced_factors (account_id, replaced_at);
create index replaced_factors_replaced_at_idx on replaced_factors (replaced_at);
