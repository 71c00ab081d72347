-- How many second factors were ever added. A sign-in by password alone compares it when it opens its session, so that none
-- is opened that began before the account had its first factor. A constant, so that the table isn't rewritten.
alter table accounts add column factors_added integer not null default 0;
