import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { createTestAccount } from '#test/factories.ts';
import type { Shop } from '#test/shop-journeys.ts';
import {
  anotherSeason,
  ofCreated,
  onAccount,
  onRecord,
  type StaffWriteCase,
  withBody,
} from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('decideStreamer', 'approves a streamer', { givesValue: true, prepare: ofStreamer }),
  onAccount('approveStreamers', 'approves selected streamers', {
    givesValue: true,
    prepare: async (shop) => {
      const { accountId, body } = await ofStreamer(shop);
      return { accountId, body: { streamers: [{ accountDBID: accountId, twitchId: body.twitchId }] } };
    },
  }),
  onAccount('adjustMinutes', 'adjusts minutes', { givesValue: true, prepare: ofCurrentSeason }),
  onRecord('createSeason', 'creates a season', () => withBody(anotherSeason())),
  onRecord('updateSeason', 'updates a season', (shop) =>
    ofCreated('twitch/seasons', 'seasonId', anotherSeason(), { name: 'Later' })(shop),
  ),
];

async function ofStreamer({ parts }: Shop) {
  const accountId = await createLinkedAccount(parts.db);
  await parts.db.execute(sql`
    insert into twitch_streamers (account_id, key_id, access_token, refresh_token, expires_at)
    values (${accountId}, 'none', '', '', now())`);
  return { id: accountId, body: { decision: 'approve', twitchId: `twitch ${accountId}` }, accountId };
}

async function createLinkedAccount(db: Db): Promise<number> {
  const accountId = await createTestAccount(db);
  await db.execute(sql`
    insert into twitch_links (account_id, twitch_user_id, login, display_name)
    values (${accountId}, ${`twitch ${accountId}`}, 'hero', 'Hero')`);
  return accountId;
}

async function ofCurrentSeason({ parts }: Shop) {
  const accountId = await createLinkedAccount(parts.db);
  await parts.db.execute(sql`
    insert into twitch_seasons (name, starts_at, ends_at)
    select 'Now', now() - interval '1 day', now() + interval '1 day'
    where not exists (select from twitch_seasons where now() between starts_at and ends_at)`);
  const correction = { kind: 'viewer', minutes: 5, reason: 'An outage', requestId: randomUUID() };
  return { body: { accountDBID: accountId, ...correction }, accountId };
}
