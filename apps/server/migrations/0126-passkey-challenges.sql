-- What an authenticator was asked to sign. A row is deleted by the one answer that it serves.
create table passkey_challenges (
  -- SHA-256: reading this table answers nothing.
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_factor', 'sudo')),
  -- Null for a sign-in by a passkey alone: nobody has said yet who they are.
  account_id integer references accounts on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (account_id is null))
);

create index passkey_challenges_account_id_idx on passkey_challenges (account_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
