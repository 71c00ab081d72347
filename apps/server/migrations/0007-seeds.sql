-- What was seeded once is never seeded again, even when an operator has deleted it since.
create table seeds (
  name text primary key,
  seeded_at timestamptz not null default now()
);
