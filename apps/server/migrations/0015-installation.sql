-- Made once in a database's life, so that two portals on one account of a payment provider tell their payments apart.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);

insert into installation default values;

-- The name of the order at the provider. A part of it is made up for this order alone, since a restored backup gives
-- the numbers of the orders it has lost once more.
alter table orders add column reference text unique;
update orders set reference = 'waygate-order-' || id;

-- The version before names no reference: what it still sells while both run goes by the name that it gives.
create function name_order() returns trigger language plpgsql as $$
begin
  new.reference := coalesce(new.reference, 'waygate-order-' || new.id);
  return new;
end $$;

create trigger orders_name before insert on orders for each row execute function name_order();
alter table orders alter column reference set not null;

-- What staff made of the order's last review; a refund that is not through yet leaves the order in review.
alter table orders add column decision text check (decision in ('deliver', 'refund', 'cancel'));

-- Payments for an order that came by another session than its own.
create table order_payments (
  session_id text primary key,
  order_id integer not null references orders (id),
  payment_intent_id text unique,
  state text not null check (state in ('promised', 'failed', 'paid', 'returned')),
  amount_cents integer,
  currency text,
  refunded_cents integer not null default 0,
  noted_at timestamptz not null default now()
);

create index order_payments_order_id_idx on order_payments (order_id);

-- Refunds that staff ordered. A row is written before the provider is asked, and its number makes the idempotency key.
create table order_refunds (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  session_id text not null,
  payment_intent_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- Of the form that ordered it: a second press finds this row. None for the refunds of a review, which is decided once.
  request_id uuid unique,
  -- What had been given back before: more than that afterwards means that it is done, whatever was answered.
  refunded_before_cents integer not null check (refunded_before_cents >= 0),
  attempt integer not null default 1,
  staff_id integer not null references accounts (id),
  state text not null default 'requested' check (state in ('requested', 'done', 'refused')),
  failure text,
  -- When somebody last tried.
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

-- One at a time for a payment: the second click finds the first.
create unique index order_refunds_open_key on order_refunds (payment_intent_id) where state = 'requested';
create index order_refunds_requested_idx on order_refunds (checked_at) where state = 'requested';
create index order_refunds_order_id_idx on order_refunds (order_id, id desc);
create index order_refunds_staff_id_idx on order_refunds (staff_id);
