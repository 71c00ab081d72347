-- Whether the processes can read what each key of authenticator apps has encrypted, as the last start found it.
create table factor_keys (
  key_id text primary key,
  is_readable boolean not null,
  checked_at timestamptz not null default now()
);
