-- Each time that this database was loaded from a backup. The sequences have jumped ahead then.
create table restores (
  id integer generated always as identity primary key,
  backup text not null,
  taken_at timestamptz not null,
  restored_at timestamptz not null default now()
);
