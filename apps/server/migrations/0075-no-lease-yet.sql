-- No bridge has asked for anything yet: a new portal shows 'never' as its last lease, not the time of its first start.
delete from last_signals
where name like 'game lease%' and not exists (select from deliveries where leases > 0)
  and not exists (select from game_server_status);
