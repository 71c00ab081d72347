-- The oldest open commands of a server, however many wait.
create index game_account_commands_queue_idx on game_account_commands (server_id, id) where settled_at is null;

-- Reconciled with the locks in games at each lease.
create index bans_active_idx on bans (account_id, ends_at) where is_active;

-- Claims whose proof is to be deleted.
create index game_account_commands_expiry_idx on game_account_commands (expires_at) where settled_at is null;
