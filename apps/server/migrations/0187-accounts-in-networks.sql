-- The accounts of a network are listed by pages, newest first: each page is read from its place in the index, whatever the
-- network's size.
create index account_activity_in_network_idx on account_activity (address_network(last_ip), account_id)
  where last_ip is not null;
drop index account_activity_network_idx;

-- What an index computes has no statistics before that.
analyze account_activity;
