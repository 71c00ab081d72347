-- Sign-ins of an account and failed attempts, for its owner.
create table sign_ins (
  id bigint generated always as identity,
  account_id integer not null references accounts on delete cascade,
  at timestamptz not null default now(),
  outcome text not null check (outcome in ('signed_in', 'wrong_password', 'wrong_code')),
  method text not null check (method in ('password', 'totp', 'recovery_code', 'passkey')),
  browser text check (length(browser) between 1 and 60),
  network text check (length(network) between 1 and 50),
  is_new_device boolean not null,
  -- The newest of an account come first by id as by time, so one index is enough.
  primary key (account_id, id)
);
-- Old rows are deleted by time. They stand nearly in that order, and this index costs a sign-in next to nothing.
create index sign_ins_at_idx on sign_ins using brin (at timestamptz_minmax_multi_ops) with (autosummarize = on);
