create table accounts (
  id integer generated always as identity primary key,
  user_name text not null check (user_name ~ '^[A-Za-z0-9_-]{3,20}$'),
  email text not null check (length(email) between 3 and 254),
  password_hash text not null,
  email_confirmed_at timestamptz,
  -- The address of the newest request to change; it becomes `email` when its link is opened.
  pending_email text check (length(pending_email) between 3 and 254),
  permission integer not null default 0 check (permission >= 0),
  -- Product of the primes of the admin sections the account holds; the upper bound is all thirteen.
  web_mgt bigint not null default 1 check (web_mgt between 1 and 304250263527210),
  avatar_url text,
  has_claimed_veteran_package boolean not null default false,
  has_claimed_founder_package boolean not null default false,
  last_login_ip text,
  last_ip text,
  registered_at timestamptz not null default now(),
  last_login_at timestamptz
);

create unique index accounts_user_name_key on accounts (lower(user_name));
create unique index accounts_email_key on accounts (lower(email));
create index accounts_owners_idx on accounts (id) where permission = 32;

create table sessions (
  -- SHA-256 of the access token: reading this table opens no session.
  token_hash bytea primary key,
  account_id integer not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);

create index sessions_account_id_idx on sessions (account_id);
create index sessions_last_used_at_idx on sessions (last_used_at);

create table account_tokens (
  token_hash bytea primary key,
  account_id integer not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'change_email')),
  -- Where the token was sent. It stops working once the account no longer stands for this address.
  email text not null,
  -- The mail that carries it; one mail mints several when sending had to be tried again.
  mail_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index account_tokens_account_id_idx on account_tokens (account_id, purpose);
create index account_tokens_expires_at_idx on account_tokens (expires_at);

create table bans (
  id integer generated always as identity primary key,
  account_id integer not null references accounts on delete cascade,
  starts_at timestamptz not null default now(),
  -- Null: for good.
  ends_at timestamptz,
  ip text,
  description text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create index bans_account_id_idx on bans (account_id, is_active);
