-- Both lists of deliveries are read from their index alone. The columns are already written with each new entry of these
-- indexes, so no write gets another one.
-- Waiting and leased deliveries, told apart.
drop index deliveries_due_by_server_idx;
create index deliveries_due_by_server_idx on deliveries (server_id, available_at, id) include (state)
  where state in ('pending', 'leased');
-- Deliveries of a product, by its orders.
drop index deliveries_order_idx;
create index deliveries_order_idx on deliveries (order_id, order_line_position) include (id);
