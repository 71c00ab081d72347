-- The terms that a checkout showed, as evidence for the orders that accepted them.
create table terms_versions (
  version text primary key check (length(version) between 1 and 100),
  -- The date that the page names.
  updated date not null,
  body text not null,
  -- What the checkout and the mail say about the right of withdrawal; null if these terms name nothing.
  withdrawal text,
  first_offered_at timestamptz not null default now()
);

alter table orders
  -- What the request for the hosted checkout is built from, besides the order itself. Null for orders from before.
  add column checkout jsonb,
  add column terms_version text references terms_versions (version),
  add column terms_accepted_at timestamptz,
  -- The part of the price that is tax, if the provider reports any.
  add column tax_cents integer check (tax_cents between 0 and price_cents),
  add constraint orders_terms_check check (terms_accepted_at is null or terms_version is not null);

create index orders_terms_version_idx on orders (terms_version) where terms_version is not null;

-- The request is repeated only until the checkout is open, and it contains the buyer's address.
create function forget_checkout_request() returns trigger language plpgsql as $$
begin
  new.checkout := null;
  return new;
end $$;

create trigger orders_forget_checkout_request before update of state on orders for each row
  when (old.state = 'creating' and new.state <> 'creating' and old.checkout is not null)
  execute function forget_checkout_request();

-- What the player is mailed about an order. A row is written with the change that it reports, so each is sent once.
create table order_mails (
  order_id integer not null references orders (id),
  event text not null,
  -- The sum that was refunded at that time: each further refund is another event.
  refunded_cents integer not null default 0,
  created_at timestamptz not null default now(),
  -- When it was put into the outbox of mails.
  queued_at timestamptz,
  primary key (order_id, event, refunded_cents)
);

create index order_mails_waiting_idx on order_mails (created_at) where queued_at is null;
