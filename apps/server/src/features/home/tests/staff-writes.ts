import { asOwner, ofCreated, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';
import { createOwner, uniqueName } from '#test/account-journeys.ts';

const picture = { imageUrl: `/api/media/${'a'.repeat(32)}.webp`, width: 64, height: 48, alt: 'A gate' };

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('updateSiteSettings', 'updates the site settings', () =>
    withBody({ clientVersion: uniqueName() }),
  ),
  onRecord('createGalleryPicture', 'adds a picture to the gallery', () => withBody(picture)),
  onRecord(
    'updateGalleryPicture',
    'updates a picture of the gallery',
    ofCreated('site/gallery', 'pictureId', picture, { alt: 'A river' }),
  ),
  onRecord('deleteGalleryPicture', 'removes a picture', ofCreated('site/gallery', 'pictureId', picture)),
  onRecord('orderGallery', 'puts the gallery in order', async (shop) => {
    await asOwner(shop, 'site/gallery', picture);
    await asOwner(shop, 'site/gallery', picture);
    const { token } = await createOwner(shop);
    const { pictures } = (await shop.call('GET', '/admin/site/gallery', { token })).json();
    const seenPictureIds = pictures.map(({ pictureId }: { pictureId: number }) => pictureId);
    return withBody({ pictureIds: seenPictureIds.toReversed(), seenPictureIds });
  }),
];
