create index deliveries_account_created_idx on deliveries (account_id, created_at desc, id desc);
