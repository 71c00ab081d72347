alter table ledger_transactions
  -- What the coins were for: the order's product, or what the game says.
  add column detail text,
  -- Whose bridge moved the coins. Null: the portal did.
  add column server_id integer references game_servers (id);
create index ledger_transactions_server_idx on ledger_transactions (server_id, id desc) where server_id is not null;

alter table ledger_transactions disable trigger ledger_transactions_append_only;
update ledger_transactions t set detail = o.product_name
from orders o
where t.reason in ('order', 'order reversed') and t.idempotency_key ~ '^order:\d{1,18}:'
  and o.id = split_part(t.idempotency_key, ':', 2)::bigint;
alter table ledger_transactions enable trigger ledger_transactions_append_only;

-- The account's balance after the entry. Null for the house, which has none.
alter table ledger_entries add column balance bigint;
alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries e set balance = counted.balance
from (
  select id, sum(amount) over (partition by account_id, currency order by id) as balance
  from ledger_entries where account_id is not null
) counted
where e.id = counted.id;
alter table ledger_entries enable trigger ledger_entries_append_only;
alter table ledger_entries add constraint ledger_entries_balance_check
  check ((account_id is null) = (balance is null));

-- A transaction is whole when its statement ends: balanced per currency, and never added to later.
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
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
  if exists (
    select from ledger_entries e
    where e.transaction_id in (select transaction_id from added) and e.id not in (select id from added)
  ) then
    raise exception 'a ledger transaction is never added to' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create function count_ledger_entry() returns trigger language plpgsql as $$
begin
  new.balance = null;
  if new.account_id is null then
    return new;
  end if;
  insert into coin_balances as b (account_id, currency, amount) values (new.account_id, new.currency, new.amount)
  on conflict (account_id, currency) do update set amount = b.amount + excluded.amount
  returning b.amount into new.balance;
  -- Numbered under the balance's lock: the history goes by number, and each entry's balance follows from the one before it.
  new.id = nextval('ledger_entries_id_seq');
  return new;
end $$;

create trigger ledger_entries_count before insert on ledger_entries
  for each row execute function count_ledger_entry();

-- What each game server took from an account and returned to it, so that it never returns more.
create table game_coin_totals (
  account_id integer not null references accounts (id),
  server_id integer not null,
  currency text not null check (currency in ('premium', 'second')),
  debited bigint not null check (debited >= 0),
  credited bigint not null default 0 check (credited between 0 and debited),
  primary key (account_id, server_id, currency)
);
