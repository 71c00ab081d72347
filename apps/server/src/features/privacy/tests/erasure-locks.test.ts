import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eraseDueAccount } from '#features/privacy/erase.service.ts';
import { createOwner, createSignedInPlayer } from '#test/account-journeys.ts';
import { useShop } from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const ACCOUNTS = 24;

test('erasing accounts while a list of them is worked on deadlocks with nobody', async () => {
  const owner = await createOwner(shop);
  const ids: number[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) ids.push((await createSignedInPlayer(shop)).id);
  const id = randomUUID();
  const body = {
    id,
    what: { action: 'GRANT_CONTENT_CREATOR_PACK' },
    accounts: ids,
    reason: 'The event of tonight',
  };
  const started = await shop.call('POST', '/admin/bulk', { token: owner.token, body });
  expect([started.statusCode, started.body]).toEqual([200, started.body]);
  await db.execute(sql`
    insert into account_erasures (account_id, due_at) select id, now() from accounts where id = any(${sql.param(ids)}::int[])`);

  const run = () => shop.call('POST', `/admin/bulk/${id}/run`, { token: owner.token });
  const runs = Promise.all([run(), run(), run()]);
  // Those that the list has reached last are erased first, so that both meet.
  const erased = await Promise.all(
    ids.toReversed().map((accountId) => eraseDueAccount(shop.parts, accountId)),
  );
  expect((await runs).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(erased).toEqual(ids.map(() => true));
}, 60_000);
