-- The inventory searched by an item is read from the index alone: whether a grant was revoked is looked up by its key,
-- which never changes, so no write gets another entry.
create index deliveries_held_item_idx on deliveries (item_id, account_id, server_id, kind) include (idempotency_key)
  where effect = 'grant' and state in ('pending', 'leased', 'applied', 'awaiting_character', 'unknown');
drop index deliveries_item_id_idx;
