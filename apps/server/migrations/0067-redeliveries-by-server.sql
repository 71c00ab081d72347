create index redeliveries_server_id_idx on redeliveries (server_id) where server_id is not null;
