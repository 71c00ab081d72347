-- Whatever is due is due on one game server: deliveries_due_by_server_idx serves leases, counts and alerts.
drop index deliveries_due_idx;

-- What accounts have, by game server. What waits for a character, and what may have arrived, is on its way.
drop index deliveries_inventory_idx;
create index deliveries_inventory_idx on deliveries (account_id, server_id, kind, coalesce(item_id, 0))
  where effect = 'grant' and state in ('pending', 'leased', 'applied', 'awaiting_character', 'unknown');
drop index deliveries_item_id_idx;
create index deliveries_item_id_idx on deliveries (item_id, account_id, server_id, kind)
  where effect = 'grant' and state in ('pending', 'leased', 'applied', 'awaiting_character', 'unknown');

create index deliveries_collected_idx on deliveries (id desc) where collected_at is not null;
-- Few: what an account's player has to choose a character for, and what becomes due when the game account is there.
create index deliveries_awaiting_idx on deliveries (account_id, server_id) where state = 'awaiting_character';
create index deliveries_problem_idx on deliveries (account_id, server_id) where problem is not null and state = 'pending';

-- What a redelivery sent again and the game hasn't applied.
drop index deliveries_redelivery_id_idx;
create index deliveries_redelivery_id_idx on deliveries (redelivery_id, state)
  where redelivery_id is not null and state in ('pending', 'leased', 'dead', 'unknown', 'awaiting_character');

-- Which game server a redelivery is for; null: every one.
alter table redeliveries add column server_id integer references game_servers (id);
create index redeliveries_server_id_idx on redeliveries (server_id) where server_id is not null;

-- Two characters of an account may have one name, on different servers.
drop index characters_name_idx;
create index characters_name_idx on characters (lower(name) collate "C", account_id, server_id, character_id);
drop index characters_level_idx;
create index characters_level_idx on characters (level, account_id, server_id, character_id);
create index characters_server_idx on characters (server_id, account_id, character_id);
