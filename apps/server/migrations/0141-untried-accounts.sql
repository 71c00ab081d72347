-- Accounts that a stopped list never reached are not failures.
alter table bulk_rows drop constraint bulk_rows_state_check,
  add constraint bulk_rows_state_check check (state in ('waiting', 'done', 'already', 'failed', 'untried'));
update bulk_rows set state = 'untried' from bulk_lists list
where list.id = list_id and list.stopped_at is not null and state = 'failed'
  and message = 'The list was stopped before this account was processed.';
