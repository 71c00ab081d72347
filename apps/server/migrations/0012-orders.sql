create table order_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

-- The same table as ORDER_TRANSITIONS of the contract; a test holds them against each other.
insert into order_transitions (from_state, to_state) values
  ('creating', 'pending'), ('creating', 'processing'), ('creating', 'paid'), ('creating', 'failed'),
  ('creating', 'expired'), ('creating', 'cancelled'), ('creating', 'review'),
  ('pending', 'processing'), ('pending', 'paid'), ('pending', 'failed'), ('pending', 'expired'),
  ('pending', 'cancelled'), ('pending', 'review'),
  ('processing', 'paid'), ('processing', 'failed'), ('processing', 'review'),
  ('paid', 'partially_refunded'), ('paid', 'refunded'), ('paid', 'disputed'), ('paid', 'review'),
  ('partially_refunded', 'refunded'), ('partially_refunded', 'disputed'), ('partially_refunded', 'review'),
  ('refunded', 'review'),
  ('failed', 'review'),
  ('expired', 'paid'), ('expired', 'processing'), ('expired', 'review'),
  ('cancelled', 'review'),
  ('disputed', 'paid'), ('disputed', 'partially_refunded'), ('disputed', 'charged_back'), ('disputed', 'review'),
  ('charged_back', 'review'),
  ('review', 'paid'), ('review', 'refunded'), ('review', 'cancelled');

create table orders (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id),
  product_id integer not null references products (id),
  -- What was bought, as it was: name and lines. Later edits of the product change nothing here.
  product_name text not null,
  price_cents integer not null check (price_cents > 0),
  currency text not null default 'eur' check (currency = 'eur'),
  provider text not null check (provider in ('stripe', 'sandbox')),
  is_live boolean not null,
  state text not null default 'creating',
  -- Why an order is in review, for staff.
  review_reason text,
  -- With the attempt number in the idempotency key, a stored failure of the provider can be tried anew.
  attempt integer not null default 1,
  session_id text unique,
  checkout_url text,
  payment_intent_id text,
  expires_at timestamptz not null,
  holds_stock boolean not null default false,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and price_cents),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One open checkout for an account, product and price: a second tab gets the same one.
create unique index orders_open_key on orders (account_id, product_id, price_cents) where state in ('creating', 'pending');
create index orders_account_id_idx on orders (account_id, id desc);
create index orders_product_id_idx on orders (product_id, account_id);
create index orders_state_idx on orders (state, id desc);
create index orders_unsettled_idx on orders (updated_at) where state in ('creating', 'pending', 'processing');
create index orders_payment_intent_id_idx on orders (payment_intent_id) where payment_intent_id is not null;

create table order_lines (
  order_id integer not null references orders (id),
  position integer not null,
  kind text not null,
  quantity integer not null check (quantity > 0),
  item_id integer,
  label text not null,
  primary key (order_id, position)
);

create table order_events (
  id bigint generated always as identity primary key,
  order_id integer not null references orders (id),
  from_state text,
  to_state text not null,
  reason text not null,
  created_at timestamptz not null default now()
);

create index order_events_order_id_idx on order_events (order_id, id);

create function guard_order_state() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state
     and not exists (select from order_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'an order cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  new.updated_at := now();
  return new;
end $$;

create trigger orders_guard_state before update on orders for each row execute function guard_order_state();

-- What payment providers told us, as told. A row is written before the provider gets its 200.
create table webhook_events (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  kind text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  unique (provider, event_id)
);

create index webhook_events_unprocessed_idx on webhook_events (received_at) where processed_at is null;
