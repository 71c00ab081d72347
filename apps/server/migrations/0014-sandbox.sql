-- The pretended payment provider of embedded mode: what a real one keeps on its side. Empty in production.
create table sandbox_settings (
  id boolean primary key default true check (id),
  secret_key text not null,
  webhook_secret text not null,
  -- Where the portal last listened; null until it has.
  webhook_url text
);

create table sandbox_sessions (
  id text primary key,
  product_name text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  client_reference_id text,
  metadata jsonb not null,
  payment_metadata jsonb not null,
  success_url text not null,
  cancel_url text,
  url text not null,
  -- Whoever presses a button must have seen the page with it.
  form_token text not null,
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  payment_status text not null default 'unpaid' check (payment_status in ('unpaid', 'paid')),
  payment_intent_id text unique,
  payment_intent_status text check (payment_intent_status in ('requires_payment_method', 'processing', 'succeeded')),
  charge_id text,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  dispute_id text,
  dispute_status text check (dispute_status in ('needs_response', 'won', 'lost')),
  created_at timestamptz not null default now(),
  check ((payment_intent_id is null) = (payment_intent_status is null)),
  check ((dispute_id is null) = (dispute_status is null)),
  check ((payment_status = 'paid') = (charge_id is not null)),
  check (charge_id is not null or (refunded_cents = 0 and dispute_id is null))
);

create index sandbox_sessions_created_at_idx on sandbox_sessions (created_at desc);
create index sandbox_sessions_open_idx on sandbox_sessions (expires_at) where status = 'open';

create table sandbox_refunds (
  id text primary key,
  session_id text not null references sandbox_sessions (id),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now()
);

create index sandbox_refunds_session_id_idx on sandbox_refunds (session_id);

create table sandbox_events (
  id text primary key,
  session_id text not null references sandbox_sessions (id),
  kind text not null,
  -- The very bytes that are signed and sent, however often.
  body text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_failure text,
  delivered_at timestamptz
);

create index sandbox_events_session_id_idx on sandbox_events (session_id, created_at);
create index sandbox_events_created_at_idx on sandbox_events (created_at desc);

create table sandbox_idempotency_keys (
  key text primary key,
  -- Address and parameters: a key that comes with others is refused.
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);

create index sandbox_idempotency_keys_created_at_idx on sandbox_idempotency_keys (created_at);
