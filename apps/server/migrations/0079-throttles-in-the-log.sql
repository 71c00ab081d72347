-- A crash of the database must not reset the limits of those who try passwords. The table is small: it has the windows of the
-- last hours, and rewriting it takes milliseconds.
alter table rate_limits set logged;
