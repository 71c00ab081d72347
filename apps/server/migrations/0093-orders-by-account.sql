-- The timeline of a player reads the newest rows of each table by time. Each table has a migration, so that none is
-- locked while another one is indexed.
create index orders_account_created_idx on orders (account_id, created_at desc, id desc);
