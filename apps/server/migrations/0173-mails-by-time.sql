-- The newest mails of an account with many.
create index mails_account_created_idx on mails (account_id, created_at);
drop index mails_account_id_idx;
