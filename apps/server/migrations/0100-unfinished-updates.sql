-- When an update of this process's machine began that is neither done nor undone. Null: there is none.
alter table processes add column update_started_at timestamptz;
