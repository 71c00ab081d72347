create table patch_notes (
  id integer generated always as identity primary key,
  status text not null default 'draft' constraint patch_notes_status_known check (status in ('draft', 'published')),
  version text not null,
  title text not null,
  body text not null,
  -- Rendered and sanitised when the patch note is saved, never while it is read.
  body_html text not null,
  release_date date not null,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint patch_notes_published_has_time check (status <> 'published' or published_at is not null)
);

create index patch_notes_published_idx on patch_notes (release_date desc, id desc) where status = 'published';

create trigger patch_notes_changed after insert or update or delete or truncate on patch_notes
  for each statement execute function notify_content_changed();
