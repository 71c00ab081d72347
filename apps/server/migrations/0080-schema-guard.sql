-- A migration whose first line begins with '-- Contract:' takes away what releases before it use. Those refuse the database then.
alter table schema_migrations add column if not exists breaks_older boolean not null default false;
