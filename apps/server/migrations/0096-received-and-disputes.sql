-- What staff compare and look up when they decide about an order's money, as the provider reported it last.
alter table orders
  add column received_cents integer check (received_cents >= 0),
  add column received_currency text check (length(received_currency) <= 10),
  add column dispute_id text check (length(dispute_id) <= 255),
  -- Until when the dispute can be answered.
  add column dispute_due_at timestamptz;
