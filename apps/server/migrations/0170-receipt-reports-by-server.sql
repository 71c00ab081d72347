-- For the foreign key of servers.
create index receipt_reports_server_id_idx on receipt_reports (server_id);
