-- What the last evaluation found, for each alert.
create table alert_states (
  alert text primary key,
  cases integer not null check (cases >= 0),
  detail text,
  -- Since when there are cases, or since when there are none.
  since timestamptz not null,
  checked_at timestamptz not null,
  -- Whether people were told: there are cases for at least `raise_after`, or were within `clear_after`.
  is_active boolean not null,
  raise_after interval not null,
  clear_after interval not null
);

create table alert_incidents (
  id integer generated always as identity primary key,
  alert text not null,
  since timestamptz not null,
  opened_at timestamptz not null,
  cleared_at timestamptz check (cleared_at >= opened_at),
  -- The most cases at one time, and the detail of that time.
  cases integer not null check (cases > 0),
  detail text,
  -- Whether its messages were queued.
  is_raise_announced boolean not null default false,
  is_clear_announced boolean not null default false
);

create unique index alert_incidents_open_key on alert_incidents (alert) where cleared_at is null;
create index alert_incidents_cleared_at_idx on alert_incidents (cleared_at desc, id desc) where cleared_at is not null;
create index alert_incidents_unannounced_idx on alert_incidents (id)
  where not is_raise_announced or (cleared_at is not null and not is_clear_announced);

-- What people are told, as text. The mails of a message name it in their parameters; its webhook is sent from here.
create table alert_messages (
  id integer generated always as identity primary key,
  -- Null for a test.
  incident_id integer references alert_incidents on delete cascade,
  -- Of a test: a request that is repeated sends nothing again.
  request_id uuid unique,
  kind text not null check (kind in ('raised', 'cleared', 'test')),
  title text not null,
  paragraphs text[] not null,
  -- The page where it is dealt with: its path.
  path text not null,
  created_at timestamptz not null default now(),
  webhook_state text not null check (webhook_state in ('off', 'waiting', 'sent', 'failed')),
  webhook_attempts integer not null default 0,
  -- Why the last attempt failed. Never the address, which is a secret.
  webhook_failure text,
  webhook_settled_at timestamptz,
  check ((kind = 'test') = (incident_id is null)),
  -- Once when it is raised and once when it clears, however many evaluators there are.
  unique (incident_id, kind)
);

create index alert_messages_test_idx on alert_messages (id) where kind = 'test';
create index alert_messages_failed_idx on alert_messages (created_at) where webhook_state = 'failed';

create index mails_alert_idx on mails ((parameters ->> 'messageId')) where kind = 'alert';
create index mails_waiting_idx on mails (created_at) where sent_at is null and failed_at is null;
create index mails_failed_at_idx on mails (failed_at) where failed_at is not null;

-- When something was last heard of that should not fall silent.
create table last_signals (
  name text primary key,
  at timestamptz not null
);

-- As of now, so that nobody is alerted of the time before the first signal.
insert into last_signals (name, at) values ('game lease', now()), ('stripe webhook', now());

-- One row: the result of the last check of the ledger.
create table ledger_check (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  -- Balances and transactions that were wrong.
  differences integer not null check (differences >= 0)
);

insert into ledger_check (checked_at, differences) values (now(), 0);
