-- What staff settled after a restore under an older release isn't listed again: its receipts count as reported, for each
-- server that has fetched deliveries since. An older backup that was restored just now has no such server.
insert into receipt_reports (restore_id, server_id)
select restores.id, game_servers.id
from restores
  join schema_migrations on schema_migrations.name = '0169-unmatched-receipts.sql' and restored_at < applied_at
  cross join game_servers
  join last_signals on last_signals.name = 'game lease ' || game_servers.id and last_signals.at > restored_at
on conflict do nothing;

-- Their revocations have keys that are computed; only older portals wrote such long keys.
create index deliveries_long_keys_idx on deliveries (idempotency_key) where length(idempotency_key) > 57;
