-- The network that counts as one address: IPv4 as it is, and the /64 of an IPv6 address, which one household has whole.
create function address_network(address text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when address like '%:%' then network(set_masklen(address::inet, 64))::text else address end;
exception when others then
  -- With the zone of an interface, for example.
  return address;
end $$;

create index accounts_last_network_idx on accounts (address_network(last_ip)) where last_ip is not null;

drop index accounts_last_ip_idx;
