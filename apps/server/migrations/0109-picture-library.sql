-- What staff see of a picture in the library. Pictures from before this version have no file name.
alter table pictures
  add column file_name text not null default '',
  add column alt text not null default '',
  -- In pixels and bytes of the stored file; null until it is measured.
  add column width integer check (width > 0),
  add column height integer check (height > 0),
  add column bytes integer check (bytes > 0),
  add column is_kept boolean not null default false;

update pictures
  set width = (audited.after ->> 'width')::integer, height = (audited.after ->> 'height')::integer
  from (
    select distinct on (target) target, after from audit_entries
    where kind = 'image.upload' order by target, id desc
  ) as audited
  where audited.target = '/api/media/' || pictures.name;

create index pictures_library_idx on pictures (uploaded_at, name) where removed_at is null and content is not null;
create index pictures_search_idx on pictures
  using gin ((lower(file_name || ' ' || alt) collate "C") gin_trgm_ops) with (fastupdate = off)
  where removed_at is null and content is not null;
