create extension if not exists pg_trgm;

-- Counts changes by staff, so that of two editors the second learns of the first.
alter table accounts add column revision integer not null default 1;

-- What staff search and sort accounts by. A table of its own, which triggers keep in step: a sign-in writes its
-- account anew, and on that table each would write some forty entries of a trigram index.
create table account_search (
  account_id integer primary key references accounts on delete cascade,
  -- In small letters, as the unique keys compare them.
  user_name text collate "C" not null,
  email text collate "C" not null,
  registered_at timestamptz not null
);

insert into account_search (account_id, user_name, email, registered_at)
select id, lower(user_name), lower(email), registered_at from accounts;

-- Fine enough to tell what one in three hundred have from what hardly anybody has.
alter table account_search alter user_name set statistics 400, alter email set statistics 400;

-- Written at once: a list of what is still to be written would be read by every search.
create index account_search_text_idx on account_search
  using gin (user_name gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off);
-- For beginnings, and to sort by.
create index account_search_user_name_idx on account_search (user_name, account_id);
create index account_search_email_idx on account_search (email, account_id);
create index account_search_registered_at_idx on account_search (registered_at, account_id);
create index accounts_last_login_at_idx on accounts (last_login_at desc nulls last, id desc);

create function add_account_search() returns trigger language plpgsql as $$
begin
  insert into account_search (account_id, user_name, email, registered_at)
  select id, lower(user_name), lower(email), registered_at from added;
  return null;
end $$;

create trigger accounts_search_added after insert on accounts
  referencing new table as added for each statement execute function add_account_search();

create function change_account_search() returns trigger language plpgsql as $$
begin
  update account_search
  set user_name = lower(new.user_name), email = lower(new.email), registered_at = new.registered_at
  where account_id = new.id;
  return null;
end $$;

create trigger accounts_search_changed after update of user_name, email, registered_at on accounts
  for each row when ((old.user_name, old.email, old.registered_at) is distinct from
                     (new.user_name, new.email, new.registered_at))
  execute function change_account_search();
