-- What each sign-in wrote for hourly jobs alone. The table has the windows of the last hours, so the job reads it whole.
drop index rate_limits_resets_at_idx;

-- A BRIN index rewrites its summary with each row. In a B-tree, the newest rows stand side by side.
drop index sign_ins_at_idx;
create index sign_ins_at_idx on sign_ins (at);
