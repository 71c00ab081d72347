import { sql } from 'drizzle-orm';
import { storeWebp } from '#features/media/media.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { newPicture } from '#test/kept-pictures.ts';
import { onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

async function stored({ parts }: Shop): Promise<{ params: { name: string } }> {
  const address = await storeWebp(parts, await newPicture());
  return { params: { name: address.slice('/media/'.length) } };
}

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('updatePicture', 'keeps a picture', async (shop) => ({
    ...(await stored(shop)),
    body: { isKept: true },
  })),
  onRecord('deletePicture', 'deletes a picture', async (shop) => {
    const picture = await stored(shop);
    // Past the days in which only its uploader may.
    await shop.parts.db.execute(
      sql`update pictures set uploaded_at = now() - interval '8 days' where name = ${picture.params.name}`,
    );
    return picture;
  }),
];
