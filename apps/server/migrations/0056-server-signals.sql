-- Leases are remembered per game server. Programs of the version before this one still write 'game lease'.
insert into last_signals (name, at) select 'game lease 1', at from last_signals where name = 'game lease';

-- For the numbers of deliveries that wait for staff or players, per server.
create index deliveries_stuck_by_server_idx on deliveries (server_id, state)
  where state in ('dead', 'unknown', 'awaiting_character');

-- A server's addresses, oldest first; the primary key begins with the address.
create index bridge_addresses_server_idx on bridge_addresses (server_id, added_at);

-- The public list is cached; its status follows within 20 seconds, names and order immediately.
create trigger game_servers_changed after insert or update on game_servers
  for each statement execute function notify_content_changed();
