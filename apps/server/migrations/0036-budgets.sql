-- What staff may give away in a UTC day, and what they gave. Amounts are coins, packs, items, and cents of refunds.

-- One row: what counts for staff without limits of their own.
create table budget_defaults (
  is_only boolean primary key default true check (is_only),
  coins integer not null check (coins >= 0),
  packs integer not null check (packs >= 0),
  items integer not null check (items >= 0),
  refunds integer not null check (refunds >= 0),
  -- Counts changes, so that of two editors the second learns of the first.
  revision integer not null default 1
);

insert into budget_defaults (coins, packs, items, refunds) values (100000, 50, 500, 100000);

-- Limits of single staff members; null: the default counts.
create table staff_budgets (
  staff_id integer primary key references accounts (id),
  coins integer check (coins >= 0),
  packs integer check (packs >= 0),
  items integer check (items >= 0),
  refunds integer check (refunds >= 0),
  -- Counts changes of the limits and of raises.
  revision integer not null default 1
);

-- Limits that an owner raised for one day.
create table budget_raises (
  staff_id integer not null references accounts (id),
  kind text not null check (kind in ('coins', 'packs', 'items', 'refunds')),
  day date not null,
  raised_to integer not null check (raised_to >= 0),
  primary key (staff_id, day, kind)
);

-- What was given away, counted in the transaction that gives it.
create table budget_use (
  staff_id integer not null references accounts (id),
  kind text not null check (kind in ('coins', 'packs', 'items', 'refunds')),
  day date not null,
  used bigint not null check (used >= 0),
  primary key (staff_id, day, kind)
);

create function budget_today() returns date language sql stable
  return (now() at time zone 'utc')::date;

-- What the staff member may give on a day if no owner raises it.
create function usual_budget(of_staff integer, of_kind text) returns integer language sql stable
  begin atomic
    select coalesce(
      (select case of_kind when 'coins' then coins when 'packs' then packs when 'items' then items else refunds end
       from staff_budgets where staff_id = of_staff),
      (select case of_kind when 'coins' then coins when 'packs' then packs when 'items' then items else refunds end
       from budget_defaults));
  end;

create function budget_limit(of_staff integer, of_kind text, on_day date) returns integer language sql stable
  begin atomic
    select greatest(
      usual_budget(of_staff, of_kind),
      (select raised_to from budget_raises where staff_id = of_staff and kind = of_kind and day = on_day));
  end;
