import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect } from 'vitest';
import { createPictureSweeper } from '#features/media/media.jobs.ts';
import { pageAddress, storeWebp } from '#features/media/media.service.ts';
import { pictures } from '#features/media/media.tables.ts';
import { createPortal, createStaff, type Portal, randomAddress, until } from './account-journeys.ts';
import { fileOf, formPayload } from './forms.ts';
import { twoColours } from './pictures.ts';

let widths = 64;

/** A picture that nobody has uploaded yet. */
export async function newPicture(): Promise<Buffer> {
  widths += 1;
  return twoColours({ width: widths });
}

export const NEWS = { title: 'Title', body: 'Text' };

/** A portal that keeps pictures, for all tests of the file, and what is done with them there. */
export async function usePictures() {
  const portal = await createPortal({ isWorker: true });
  afterAll(portal.close);
  const staff = await createStaff(portal, ['news', 'patchNotes', 'products', 'twitchDrops']);
  await portal.parts.db.execute(
    `insert into twitch_seasons (name, starts_at) values ('First', '2026-01-01')`,
  );
  beforeEach(async () => {
    await portal.parts.db.execute('delete from rate_limits');
  });

  async function upload(picture: Buffer, fileName = '', { token } = staff): Promise<string> {
    const { headers, payload } = await formPayload({ fileName, image: fileOf(picture) });
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/admin/content/images',
      remoteAddress: randomAddress(),
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload,
    });
    expect(response.statusCode).toBe(200);
    return response.json().url;
  }

  /** Keeps something as a picture, past the bounded line in which pictures are made. */
  const keep = async (content: string) => pageAddress(await storeWebp(portal.parts, Buffer.from(content)));

  /** Saves an article. */
  const save = (fields: object) =>
    portal.call('POST', '/admin/content/news', {
      body: { ...NEWS, ...fields },
      token: staff.token,
    });

  return {
    portal,
    staff,
    upload,
    keep,
    letWait: (...urls: string[]) => letWait(portal, urls),
    statusOf: async (url: string) => (await portal.app.inject(url)).statusCode,
    sweep: () => sweep(portal),
    save,
  };
}

/** As if these had been uploaded eight days ago. */
async function letWait({ parts }: Portal, urls: string[]): Promise<void> {
  for (const url of urls) {
    await parts.db
      .update(pictures)
      .set({ uploadedAt: sql`now() - interval '8 days'` })
      .where(eq(pictures.name, path.basename(url)));
  }
}

/** The nightly job, and whatever it has enqueued. */
async function sweep({ parts }: Portal): Promise<void> {
  await createPictureSweeper(parts)({});
  await until(async () => {
    const { rows } = await parts.db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pgboss.job
      where name = 'media.delete_unused' and state not in ('completed', 'cancelled')`);
    return rows[0]?.waiting === 0;
  });
}
