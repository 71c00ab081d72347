-- Authenticator apps, one for each account. The secret is encrypted with FACTOR_KEY.
create table totp_factors (
  account_id integer primary key references accounts on delete cascade,
  key_id text not null,
  sealed bytea not null,
  confirmed_at timestamptz not null default now(),
  -- The newest 30 seconds whose code was used: no code of these or of earlier ones is taken again.
  last_step bigint not null
);
create index totp_factors_key_id_idx on totp_factors (key_id);

-- Secrets that no code has confirmed yet.
create table totp_setups (
  account_id integer primary key references accounts on delete cascade,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index totp_setups_created_at_idx on totp_setups (created_at);

create table recovery_codes (
  account_id integer not null references accounts on delete cascade,
  -- SHA-256 of 80 random bits.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Removals of all factors of an account that staff have planned.
create table factor_removals (
  account_id integer primary key references accounts on delete cascade,
  staff_id integer references accounts on delete set null,
  reason text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null
);
create index factor_removals_due_at_idx on factor_removals (due_at);
create index factor_removals_staff_id_idx on factor_removals (staff_id);

-- What owners ask of staff accounts: one row.
create table security_policy (
  id integer primary key default 1 check (id = 1),
  is_staff_factor_required boolean not null default false,
  revision integer not null default 1
);
insert into security_policy default values;

-- Sign-ins whose password was right, and which wait for the second factor.
create table factor_sign_ins (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  account_id integer not null references accounts on delete cascade,
  -- The password hash that the sign-in was proven with: a new password ends it.
  verified_hash text not null,
  -- What the password attempt was counted under. The whole sign-in gives it back.
  attempt_keys text[] not null,
  expires_at timestamptz not null
);
create index factor_sign_ins_account_id_idx on factor_sign_ins (account_id);
create index factor_sign_ins_expires_at_idx on factor_sign_ins (expires_at);
