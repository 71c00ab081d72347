-- Append-only, double entry: every transaction moves coins between two sides and sums to zero.
create table ledger_transactions (
  id bigint generated always as identity primary key,
  idempotency_key text not null unique,
  reason text not null,
  created_at timestamptz not null default now()
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  -- A player's account, or null: the house, which every coin comes from and goes back to.
  account_id integer references accounts (id),
  currency text not null check (currency in ('premium', 'second')),
  amount bigint not null check (amount <> 0)
);

create index ledger_entries_transaction_id_idx on ledger_entries (transaction_id);
create index ledger_entries_account_id_idx on ledger_entries (account_id, id desc);

create table coin_balances (
  account_id integer not null references accounts (id),
  currency text not null check (currency in ('premium', 'second')),
  amount bigint not null,
  primary key (account_id, currency)
);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;

create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- A transaction is whole when its statement ends: balanced per currency, and never added to later.
create function check_ledger_balance() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  select e.transaction_id into unbalanced
  from ledger_entries e
  where e.transaction_id in (select transaction_id from added)
  group by e.transaction_id, e.currency
  having sum(e.amount) <> 0
  limit 1;
  if unbalanced is not null then
    raise exception 'ledger transaction % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  -- Accounts in one order, so that two transactions never wait for each other.
  insert into coin_balances as b (account_id, currency, amount)
  select account_id, currency, sum(amount) from added where account_id is not null
  group by account_id, currency order by account_id, currency
  on conflict (account_id, currency) do update set amount = b.amount + excluded.amount;
  return null;
end $$;

create trigger ledger_entries_balance after insert on ledger_entries
  referencing new table as added for each statement execute function check_ledger_balance();

-- Balances follow the entries and nothing else.
create function refuse_direct_balance_change() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances change through ledger entries alone' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger coin_balances_follow_entries before insert or update or delete or truncate on coin_balances
  for each statement execute function refuse_direct_balance_change();
