-- What each sign-in and each day of activity changes. Rows of accounts are wide and have indexes on names and addresses: a
-- sign-in wrote such a row, and its page, again. An older release writes the columns of accounts; triggers carry them here.
create table account_activity (
  account_id integer not null,
  -- Grows when the account's password changes or a second factor is added: a sign-in compares it under this row's lock.
  proofs integer not null default 0,
  last_active_on date,
  previous_active_on date,
  last_login_at timestamptz,
  last_login_ip text,
  last_ip text
)
-- Room for the row's next version on its page.
with (fillfactor = 90);

-- Until the triggers are there.
lock table accounts in share row exclusive mode;

insert into account_activity (account_id, last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip)
select id, last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip from accounts order by id;

alter table account_activity
  -- With the time: a search's matches are sorted by it from the index alone.
  add constraint account_activity_pkey primary key (account_id) include (last_login_at),
  add constraint account_activity_account_id_fkey foreign key (account_id) references accounts on delete cascade;
create index account_activity_last_login_at_idx on account_activity (last_login_at desc nulls last, account_id desc);
-- The accounts of a network are listed by pages, newest first.
create index account_activity_network_idx on account_activity (address_network(last_ip), account_id) where last_ip is not null;
-- Accounts that were never confirmed, of which the housekeeping removes those that were never used.
create index accounts_never_confirmed_idx on accounts (registered_at) where email_confirmed_at is null;

-- What an index computes has no statistics before that.
analyze account_activity;

create function add_account_activity() returns trigger language plpgsql as $$
begin
  insert into account_activity (account_id, last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip)
  select id, last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip from added;
  return null;
end $$;

create trigger accounts_activity_added after insert on accounts
  referencing new table as added for each statement execute function add_account_activity();

-- For sign-ins of an older release. The newest wins, whichever release wrote it; the older one gets the days back that it
-- counts. What it erases, is erased.
create function carry_account_activity() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    update account_activity
    set last_active_on = null, previous_active_on = null, last_login_at = null, last_login_ip = null, last_ip = null
    where account_id = new.id;
    return new;
  end if;
  update account_activity set
    previous_active_on = case when last_active_on < new.last_active_on then last_active_on else previous_active_on end,
    last_active_on = greatest(last_active_on, new.last_active_on),
    last_login_ip = case when new.last_login_at is null or last_login_at > new.last_login_at
      then last_login_ip else new.last_login_ip end,
    last_ip = case when last_login_at > new.last_login_at and new.last_login_at is distinct from old.last_login_at
      then last_ip else new.last_ip end,
    last_login_at = greatest(last_login_at, new.last_login_at)
  where account_id = new.id
  returning last_active_on, previous_active_on into new.last_active_on, new.previous_active_on;
  return new;
end $$;

create trigger accounts_activity_carried
  before update of last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip on accounts
  for each row execute function carry_account_activity();

-- Makes a sign-in fail that verified what has changed since.
create function count_changed_proof() returns trigger language plpgsql as $$
begin
  update account_activity set proofs = proofs + 1 where account_id = new.id;
  return null;
end $$;

create trigger accounts_proof_changed after update of password_hash, factors_added on accounts
  for each row when ((old.password_hash, old.factors_added) is distinct from (new.password_hash, new.factors_added))
  execute function count_changed_proof();

-- A worker of an older release takes an account for unused whose only sign-ins a newer one has written.
create function keep_used_account() returns trigger language plpgsql as $$
begin
  -- A sign-in that isn't committed yet holds this row.
  perform from account_activity where account_id = old.id for update;
  if exists (select from account_activity where account_id = old.id and last_login_at is not null) then
    return null;
  end if;
  return old;
end $$;

create trigger accounts_used_kept before delete on accounts
  for each row when (old.email_confirmed_at is null and old.last_login_at is null)
  execute function keep_used_account();
