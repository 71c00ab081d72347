-- How often the delivery was ever leased. Rows from before get a plausible number: what was applied was leased at least
-- once. The default is set in two steps, so that millions of applied rows aren't rewritten.
alter table deliveries add column leases integer not null default 1 check (leases >= 0);
alter table deliveries alter column leases set default 0;
update deliveries set leases = case state
    when 'leased' then attempts + 1
    when 'dead' then greatest(attempts, 1)
    when 'cancelled' then greatest(attempts, (exists (
      select from deliveries as revocation where revocation.revokes_key = deliveries.idempotency_key))::int)
    else attempts
  end
  where state <> 'applied';

-- Why it is dead. It stays while a retry is under way, and ends when the delivery is applied.
alter table deliveries add column failure text
  check (failure in ('rejected', 'mismatch', 'suspicious_duplicate', 'exhausted'));
update deliveries set failure = case when attempts >= 12 then 'exhausted' else 'rejected' end where state = 'dead';

-- Staff granted it by hand, so the game has no receipt of it.
alter table deliveries add column is_marked_delivered boolean not null default false;
update deliveries set is_marked_delivered = true where state = 'applied' and last_detail = 'delivered by staff';

-- Random, so that keys of deliveries that are made of them don't return with a new database, unlike ids.
alter table accounts add column reference uuid not null default gen_random_uuid();
alter table twitch_rewards add column reference uuid not null default gen_random_uuid();

-- A game's table has room for 64 characters. Longer keys from before keep theirs.
do $$
begin
  execute format(
    'alter table deliveries add constraint deliveries_key_length check (length(idempotency_key) <= 64 or id <= %s)',
    (select coalesce(max(id), 0) from deliveries where length(idempotency_key) > 64));
end $$;
