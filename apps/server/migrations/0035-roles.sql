-- Roles: named sets of sections. What is enforced stays an account's own web_mgt and sections.
create table roles (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  web_mgt bigint not null default 1 check (web_mgt between 1 and 304250263527210),
  -- In the order of their names, as in an account.
  sections text[] not null default '{}' check (
    cardinality(sections) <= 64
    and coalesce(array_ndims(sections), 1) = 1
    and array_position(sections, null) is null
    and array_position(sections, '') is null
  ),
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint roles_not_empty check (web_mgt > 1 or sections <> '{}'),
  -- For the foreign key of accounts.
  constraint roles_rights_key unique (id, web_mgt, sections)
);

create unique index roles_name_key on roles (lower(name));

-- An account with a role has exactly the role's rights: an edit of the role changes its accounts in the same statement,
-- and a deleted role leaves them their rights.
alter table accounts
  add column role_id integer,
  add constraint accounts_role_fkey foreign key (role_id, web_mgt, sections)
    references roles (id, web_mgt, sections) on update cascade on delete set null (role_id),
  -- Owners have every right without a role.
  add constraint accounts_role_check check (role_id is null or permission <> 32);

create index accounts_role_id_idx on accounts (role_id) where role_id is not null;

-- An edit of one account's rights takes it out of its role, whoever writes it: also a version that knows no roles.
create function leave_role() returns trigger language plpgsql as $$
begin
  if new.permission = 32 or not exists (
    select from roles where id = new.role_id and web_mgt = new.web_mgt and sections = new.sections
  ) then
    new.role_id := null;
  end if;
  return new;
end $$;

create trigger accounts_leave_role before update of web_mgt, sections, permission on accounts
  for each row
  when (
    new.role_id = old.role_id
    and (new.web_mgt, new.sections, new.permission) is distinct from (old.web_mgt, old.sections, old.permission)
  )
  execute function leave_role();

-- The primes are those of the contract's SECTION_PRIMES.
insert into roles (name, description, web_mgt) values
  -- Accounts, actions (bans), characters.
  ('Moderator', 'Keeps the peace: finds accounts and characters, bans and unbans.', 2 * 5 * 37),
  -- Patch notes, news.
  ('Editor', 'Writes news and patch notes.', 7 * 11),
  -- Accounts, benefits, Twitch drops, orders, characters, inventory.
  ('Support', 'Helps players: accounts, benefits, drops, orders and items.', 2::bigint * 3 * 13 * 19 * 37 * 41),
  -- Orders, payment statistics.
  ('Accountant', 'Follows the money: orders, refunds and payment statistics.', 19 * 29);
