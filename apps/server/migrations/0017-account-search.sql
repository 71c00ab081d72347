create extension if not exists pg_trgm;

-- Counts changes by staff, so that of two editors the second learns of the first.
alter table accounts add column revision integer not null default 1;

create index accounts_search_idx on accounts using gin (user_name gin_trgm_ops, email gin_trgm_ops);
create index accounts_user_name_prefix_idx on accounts (lower(user_name) text_pattern_ops);
create index accounts_email_prefix_idx on accounts (lower(email) text_pattern_ops);
create index accounts_registered_at_idx on accounts (registered_at desc, id desc);
create index accounts_last_login_at_idx on accounts (last_login_at desc nulls last, id desc);
