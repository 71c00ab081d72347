-- Staff filter orders by product, by when they were begun, and by price, in the order of their ids.
create index orders_product_idx on orders (product_id, id desc);
create index orders_begun_idx on orders (created_at, id);
create index orders_price_idx on orders (price_cents, id desc);

-- Accounts whose e-mail nobody has confirmed. Those that are banned have an index already.
create index accounts_unconfirmed_idx on accounts (id) where email_confirmed_at is null;
