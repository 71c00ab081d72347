-- When the newest applied reading of the payment began, on this database's clock: an older one that arrives later is refused.
-- Null until the first reading by this version.
alter table orders add column payment_read_at timestamptz;
alter table order_payments add column read_at timestamptz;
