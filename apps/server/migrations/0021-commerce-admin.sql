-- Of two editors of a category the second learns of the first.
alter table product_categories add column revision integer not null default 1;

-- Each order of the list that staff see, and its search.
create index products_position_idx on products (position, id) where deleted_at is null;
create index products_name_idx on products (lower(name), id) where deleted_at is null;
create index products_charged_price_idx on products ((coalesce(new_price_cents, price_cents)), id)
  where deleted_at is null;
create index products_updated_at_idx on products (updated_at, id) where deleted_at is null;
create index products_search_idx on products using gin (name gin_trgm_ops, new_name gin_trgm_ops)
  where deleted_at is null;

-- What the provider told of one order.
create index webhook_events_order_id_idx on webhook_events (order_id) where order_id is not null;
create index webhook_events_session_id_idx on webhook_events (session_id) where session_id is not null;
create index webhook_events_payment_intent_id_idx on webhook_events (payment_intent_id)
  where payment_intent_id is not null;

-- Few among millions; what waits and what is dead have theirs, and what was delivered is nearly all there is.
create index deliveries_cancelled_idx on deliveries (id desc) where state = 'cancelled';
