-- The outbox: a mail is written in the transaction that causes it and sent by a worker afterwards.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- Null until the worker has found out whose address it is, for mails that anybody may ask for.
  account_id integer references accounts on delete cascade,
  kind text not null,
  recipient text not null,
  -- What the text needs and the account's row does not say. Never a token: those are made when it is sent.
  parameters jsonb not null default '{}',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text
);

create index mails_account_id_idx on mails (account_id);
create index mails_created_at_idx on mails (created_at);

-- Mail that an installation without SMTP kept for its developer to read.
create table local_mailbox (
  id integer generated always as identity primary key,
  message_id text not null unique,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  body_text text not null,
  delivered_at timestamptz not null default now()
);
