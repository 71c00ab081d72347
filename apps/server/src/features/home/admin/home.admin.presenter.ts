import type {
  AdminGallery,
  AdminGalleryPicture,
  SiteSettings,
} from '@waygate/contract/home/home.admin.schemas';
import { presentGalleryPicture } from '#features/home/home.presenter.ts';
import type { GalleryRow, SettingsRow } from '#features/home/home.tables.ts';

export function presentSettings(row: SettingsRow): SiteSettings {
  return {
    maintenanceText: row.maintenanceText,
    maintenanceEnd: row.maintenanceEnd?.toISOString() ?? null,
    featuredProductId: row.featuredProductId,
    clientVersion: row.clientVersion,
    requirements: row.requirements,
    revision: row.revision,
  };
}

export function presentAdminPicture(row: GalleryRow): AdminGalleryPicture {
  return { ...presentGalleryPicture(row), pictureId: row.id, revision: row.revision };
}

export function presentAdminGallery(rows: GalleryRow[]): AdminGallery {
  return { pictures: rows.map(presentAdminPicture) };
}
