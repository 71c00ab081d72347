-- What each payment, refund and dispute moved on the provider's balance. Amounts are in the smallest unit.
create table payment_transactions (
  id text primary key,
  provider text not null check (provider in ('stripe', 'sandbox')),
  order_id integer not null references orders (id),
  kind text not null check (kind in ('payment', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'other')),
  payment_intent_id text,
  amount_cents integer not null,
  fee_cents integer not null,
  net_cents integer not null,
  currency text not null,
  -- The provider's payout to the bank that contains it; null until then, and for payouts made by hand.
  payout text,
  created_at timestamptz not null,
  check (net_cents = amount_cents - fee_cents)
);

create index payment_transactions_created_at_idx on payment_transactions (created_at, id);
create index payment_transactions_order_id_idx on payment_transactions (order_id);
create index payment_transactions_payment_intent_id_idx on payment_transactions (payment_intent_id)
  where payment_intent_id is not null;

-- Payouts whose transactions have all been read.
create table payment_payouts (
  id text primary key,
  provider text not null,
  created_at timestamptz not null,
  read_at timestamptz not null default now()
);

-- How far each provider's transactions have been read: everything before `from_at`, and of the window that ends at
-- `to_at` everything newer than the transaction `after`.
create table payment_cursors (
  provider text primary key,
  from_at timestamptz not null,
  to_at timestamptz,
  after text,
  payouts_from timestamptz not null,
  completed_at timestamptz
);

-- When the transaction of the order's own payment was stored.
alter table orders add column booked_at timestamptz;
create index orders_unbooked_idx on orders (paid_at, id) where paid_at is not null and booked_at is null;

-- The sandbox: consent on its checkout, and its balance.
alter table sandbox_sessions
  add column submit_type text not null default 'pay',
  add column customer_email text,
  add column statement_suffix text,
  -- The label of the checkbox; null if no consent is collected.
  add column terms_message text,
  add column terms_accepted boolean not null default false,
  -- When somebody pressed the button that pays.
  add column completed_at timestamptz;

create table sandbox_transactions (
  id text primary key,
  session_id text not null references sandbox_sessions (id),
  source text not null,
  type text not null check (type in ('charge', 'refund', 'adjustment')),
  amount_cents integer not null,
  fee_cents integer not null,
  payout_id text,
  created_at timestamptz not null default now()
);

create index sandbox_transactions_created_at_idx on sandbox_transactions (created_at desc, id);
create index sandbox_transactions_session_id_idx on sandbox_transactions (session_id);
create index sandbox_transactions_payout_id_idx on sandbox_transactions (payout_id);

create table sandbox_payouts (
  id text primary key,
  amount_cents integer not null,
  currency text not null,
  created_at timestamptz not null default now()
);
