import type { Revision } from '@waygate/contract/content/history.schemas';
import type {
  AdminGallery,
  AdminGalleryPicture,
  SiteSettings,
} from '@waygate/contract/home/home.admin.schemas';
import type { KeptRevision } from '#features/content/content.ts';
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

/** As texts that can be compared: the product by its name, each requirement on its own line. */
export function presentSettingsRevision(
  { fields, ...item }: KeptRevision,
  nameOf: (productId: number) => string | undefined,
): Revision {
  // As settings-editor.service.ts wrote them, as JSON.
  const kept = fields as Omit<SiteSettings, 'revision'>;
  const { maintenanceText, maintenanceEnd, featuredProductId, clientVersion, requirements } = kept;
  const name = featuredProductId === null ? null : nameOf(featuredProductId);
  return {
    ...item,
    fields: {
      maintenanceText,
      maintenanceEnd,
      featuredProduct: name === undefined ? `Product ${featuredProductId}, not in the shop` : name,
      clientVersion,
      requirements: requirements
        .map((row) => `${row.name}: ${row.minimum || '–'} / ${row.recommended || '–'}`)
        .join('\n'),
    },
  };
}

export function presentAdminPicture(row: GalleryRow): AdminGalleryPicture {
  return { ...presentGalleryPicture(row), pictureId: row.id, revision: row.revision };
}

export function presentAdminGallery(rows: GalleryRow[]): AdminGallery {
  return { pictures: rows.map(presentAdminPicture) };
}
