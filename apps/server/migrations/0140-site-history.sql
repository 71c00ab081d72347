-- The site settings have drafts and revisions as texts have: record 1 of kind 'site_settings'.
alter table content_drafts drop constraint content_drafts_kind_check,
  add constraint content_drafts_kind_check check (kind in ('news', 'patch_notes', 'site_settings'));
alter table content_revisions drop constraint content_revisions_kind_check,
  add constraint content_revisions_kind_check check (kind in ('news', 'patch_notes', 'site_settings'));

alter table site_settings add column updated_at timestamptz not null default now();
update site_settings
set updated_at = coalesce((select max(at) from audit_entries where kind = 'site.update'), updated_at);
