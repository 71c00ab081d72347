-- Sections of the admin panel beyond the thirteen primes of web_mgt. Which names there are is the contract's; one that
-- an older version does not know stays and opens nothing.
alter table accounts
  add column sections text[] not null default '{}',
  add constraint accounts_sections_check check (
    cardinality(sections) <= 64
    and coalesce(array_ndims(sections), 1) = 1
    and array_position(sections, null) is null
    and array_position(sections, '') is null
  );

-- Staff by a name are staff as well.
drop index accounts_ranked_idx;
create index accounts_ranked_idx on accounts (id) where web_mgt > 1 or permission > 0 or sections <> '{}';
