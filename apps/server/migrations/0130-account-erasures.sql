-- When personal data of the account was erased. The row stays, so that the books can name it.
alter table accounts add column erased_at timestamptz;

-- Requests to delete an account, and what became of them.
create table account_erasures (
  account_id integer primary key references accounts on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- The owner who requested it. Null: the player.
  staff_id integer references accounts (id),
  erased_at timestamptz,
  -- When the second pass found nothing left to erase: game accounts are locked, and no older request is in flight.
  finished_at timestamptz,
  check (finished_at is null or erased_at is not null)
);

create index account_erasures_due_idx on account_erasures (due_at) where erased_at is null;
create index account_erasures_unfinished_idx on account_erasures (erased_at)
  where erased_at is not null and finished_at is null;
create index account_erasures_staff_id_idx on account_erasures (staff_id) where staff_id is not null;
