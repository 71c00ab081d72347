-- Public keys of authenticators (WebAuthn). Whoever reads them can sign in nowhere.
create table passkeys (
  id integer primary key generated always as identity,
  account_id integer not null references accounts on delete cascade,
  -- Made by the authenticator. Unique, so that one passkey never names two accounts.
  credential_id bytea not null constraint passkeys_credential_key unique,
  -- In COSE's encoding, as the authenticator sent it.
  public_key bytea not null,
  -- The authenticator's count of its signatures; 0 for those that don't count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_account_id_idx on passkeys (account_id, id);
