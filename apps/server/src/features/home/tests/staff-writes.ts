import { pictures as keptPictures } from '#features/media/media.tables.ts';
import { createOwner, uniqueName } from '#test/account-journeys.ts';
import { asOwner, ofCreated, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

const name = `${'a'.repeat(32)}.webp`;
const picture = { imageUrl: `/api/media/${name}`, alt: 'A gate' };

const settings = { maintenanceText: '', maintenanceEnd: null, featuredProductId: null, requirements: [] };

/** Keeps the picture first. */
function withPicture(prepare: StaffWriteCase['prepare']): StaffWriteCase['prepare'] {
  return async (shop) => {
    await shop.parts.db
      .insert(keptPictures)
      .values({ name, width: 64, height: 48, bytes: 1 })
      .onConflictDoNothing();
    return prepare(shop);
  };
}

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('updateSiteSettings', 'updates the site settings', () =>
    withBody({ ...settings, clientVersion: uniqueName() }),
  ),
  onRecord('saveSiteDraft', 'keeps unsaved changes of the site settings', () =>
    withBody({ changes: { clientVersion: uniqueName() }, revision: 1 }),
  ),
  onRecord('deleteSiteDraft', 'discards unsaved changes of the site settings', async () => ({})),
  onRecord('restoreSiteRevision', 'restores a revision of the site settings', async (shop) => {
    const { token } = await createOwner(shop);
    const save = async (clientVersion: string) =>
      shop.call('PUT', '/admin/site/settings', { token, body: { ...settings, clientVersion } });
    const { revision } = (await save(uniqueName())).json();
    await save(uniqueName());
    return { params: { revision: String(revision) }, body: {} };
  }),
  onRecord(
    'createGalleryPicture',
    'adds a picture to the gallery',
    withPicture(() => withBody(picture)),
  ),
  onRecord(
    'updateGalleryPicture',
    'updates a picture of the gallery',
    withPicture(ofCreated('site/gallery', 'pictureId', picture, { alt: 'A river' })),
  ),
  onRecord(
    'deleteGalleryPicture',
    'removes a picture',
    withPicture(ofCreated('site/gallery', 'pictureId', picture)),
  ),
  onRecord(
    'orderGallery',
    'puts the gallery in order',
    withPicture(async (shop) => {
      await asOwner(shop, 'site/gallery', picture);
      await asOwner(shop, 'site/gallery', picture);
      const { token } = await createOwner(shop);
      const { pictures } = (await shop.call('GET', '/admin/site/gallery', { token })).json();
      const seenPictureIds = pictures.map(({ pictureId }: { pictureId: number }) => pictureId);
      return withBody({ pictureIds: seenPictureIds.toReversed(), seenPictureIds });
    }),
  ),
];
