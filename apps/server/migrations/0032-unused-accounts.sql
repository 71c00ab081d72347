-- Accounts that were never confirmed nor used, which the housekeeping removes after 7 days.
create index accounts_unused_idx on accounts (registered_at) where email_confirmed_at is null and last_login_at is null;
