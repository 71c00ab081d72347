-- Payments that name this installation but no order of this database, as after the restore of a backup.
create table unmatched_payments (
  id integer generated always as identity primary key,
  provider text not null,
  is_live boolean not null,
  session_id text not null unique,
  payment_intent_id text not null unique,
  -- Of the order that is missing. An order made of the payment gets it, so that the game knows what it has from before.
  reference text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  -- As far as the provider knows.
  payer_name text,
  payer_email text,
  product_name text,
  -- When the checkout was opened.
  started_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'refunding', 'refunded', 'attached')),
  order_id integer references orders (id),
  -- The newest refund by staff, written before the provider is asked. The attempt is part of its idempotency key.
  refund_staff_id integer references accounts (id),
  refund_cents integer check (refund_cents > 0),
  refund_before_cents integer,
  refund_requested_at timestamptz,
  refund_attempt integer not null default 0,
  refund_failure text,
  -- Counts changes, so that an answer of the provider that was overtaken is read again.
  revision integer not null default 0,
  checked_at timestamptz not null default now(),
  noted_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'attached') = (order_id is not null)),
  check (state <> 'refunding' or (refund_staff_id is not null and refund_cents is not null))
);

create index unmatched_payments_state_idx on unmatched_payments (state, id desc);
create index unmatched_payments_due_idx on unmatched_payments (checked_at) where state in ('open', 'refunding');
create index unmatched_payments_reference_idx on unmatched_payments (reference);
create index unmatched_payments_order_id_idx on unmatched_payments (order_id) where order_id is not null;
create index unmatched_payments_refund_staff_id_idx on unmatched_payments (refund_staff_id) where refund_staff_id is not null;
