-- Texts are read by visitors from `published_at` on, which may lie in the future, until `published_until`, if that is set.
alter table news add column published_until timestamptz;
alter table patch_notes add column published_until timestamptz;

comment on column news.published_at is 'When visitors read it from. Set at the first publishing, unless staff choose a time.';

-- Includes what decides whether a row is shown, so that counting reads the index alone.
create index news_shown_idx on news (published_at desc, id desc) include (published_until) where status = 'published';
drop index news_published_idx;
create index patch_notes_shown_idx on patch_notes (release_date desc, id desc) include (published_at, published_until)
  where status = 'published';
drop index patch_notes_published_idx;

-- The next moment at which something appears or ends.
create index patch_notes_published_at_idx on patch_notes (published_at) where status = 'published';
create index news_until_idx on news (published_until) where status = 'published' and published_until is not null;
create index patch_notes_until_idx on patch_notes (published_until) where status = 'published' and published_until is not null;
-- What staff are typing: one draft for each author and text, which nobody else sees and nothing publishes.
create table content_drafts (
  author_id integer not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('news', 'patch_notes')),
  -- 0: a text that isn't created yet.
  record_id integer not null check (record_id >= 0),
  -- The fields that differ from the revision they were typed over.
  changes jsonb not null,
  revision integer,
  saved_at timestamptz not null default now(),
  primary key (author_id, kind, record_id)
);

create index content_drafts_record_idx on content_drafts (kind, record_id);
create index content_drafts_saved_idx on content_drafts (saved_at);

-- Each saved version of a text, the newest too. Only added, and deleted when there are too many or the text is deleted.
create table content_revisions (
  kind text not null check (kind in ('news', 'patch_notes')),
  record_id integer not null,
  revision integer not null,
  author_id integer references accounts (id) on delete set null,
  saved_at timestamptz not null default now(),
  fields jsonb not null,
  primary key (kind, record_id, revision)
);

create index content_revisions_author_idx on content_revisions (author_id);

create function delete_content_history() returns trigger language plpgsql as $$
begin
  delete from content_drafts where kind = tg_table_name and record_id = old.id;
  delete from content_revisions where kind = tg_table_name and record_id = old.id;
  return null;
end $$;

create trigger news_history after delete on news for each row execute function delete_content_history();
create trigger patch_notes_history after delete on patch_notes for each row execute function delete_content_history();
