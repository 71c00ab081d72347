-- What staff did. Written in the transaction of the deed, and never changed.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_id integer not null references accounts (id),
  address text,
  kind text not null,
  -- Id of the record that was changed, in the words of its kind.
  target text not null,
  -- The account it concerns, if any.
  account_id integer references accounts (id),
  before jsonb,
  after jsonb
);

create index audit_entries_staff_id_idx on audit_entries (staff_id, id desc);
create index audit_entries_account_id_idx on audit_entries (account_id, id desc) where account_id is not null;
create index audit_entries_kind_idx on audit_entries (kind, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end $$;

create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
