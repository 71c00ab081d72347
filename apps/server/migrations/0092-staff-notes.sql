-- What staff write down about a player. Never changed: a note is written, and deleted by its author or an owner.
create table staff_notes (
  id integer generated always as identity primary key,
  account_id integer not null references accounts on delete cascade,
  author_id integer not null references accounts,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index staff_notes_account_id_idx on staff_notes (account_id, created_at desc, id desc);
create index staff_notes_author_id_idx on staff_notes (author_id);

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  raise exception 'a note is never changed' using errcode = 'restrict_violation';
end $$;

create trigger staff_notes_unchanged before update on staff_notes
  for each statement execute function refuse_note_change();
