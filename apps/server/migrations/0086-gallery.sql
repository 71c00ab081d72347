create table gallery_pictures (
  id integer generated always as identity primary key,
  -- Written under the lock of the row of site_settings.
  position integer not null,
  image_url text not null,
  alt text not null check (alt <> ''),
  caption text not null default '',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  revision integer not null default 1,
  constraint gallery_pictures_position_key unique (position) deferrable initially deferred
);

create trigger gallery_pictures_changed after insert or update or delete on gallery_pictures
  for each statement execute function notify_content_changed();
create trigger gallery_pictures_pictures after insert or delete or update of image_url on gallery_pictures
  for each row execute function note_picture_uses();
