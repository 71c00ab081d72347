import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createStaff, until } from '#test/account-journeys.ts';
import {
  createStreamer,
  type Linked,
  linkThroughTwitch,
  sampleAt,
  sampleState,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { loseLink } from '#test/streamer-tokens.ts';

const STREAMERS = 6;
const ROUNDS = 20;

const { portal, first } = await useDropsPortal();
const staff = await createStaff(portal, ['twitchDrops']);

/** As after a sample that saw the channel. */
const addChannel = ({ id }: Linked) =>
  portal.parts.db.execute(sql`
    insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute)
    values (${id}, true, true, 1, 1) on conflict do nothing`);

/** Links again and again, while the others do what they do. */
async function linkAgain(streamer: Linked): Promise<string[]> {
  const messages: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await addChannel(streamer);
    await loseLink(portal, streamer.id);
    // More OAuth flows than an account may start.
    await portal.parts.db.execute('delete from rate_limits');
    messages.push(
      await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' }),
    );
  }
  return messages;
}

test('streamers who link again do not deadlock with staff who decide on them', async () => {
  const streamers = await Promise.all(Array.from({ length: STREAMERS }, () => createStreamer(portal)));
  const over = new AbortController();
  const decideOn = async ({ id, twitchUser }: Linked): Promise<number[]> => {
    const answers = new Set<number>();
    for (
      let decision = 'reject';
      !over.signal.aborted;
      decision = decision === 'reject' ? 'approve' : 'reject'
    ) {
      const body = { decision, twitchId: twitchUser.id };
      const answer = await portal.call('POST', `/admin/twitch/streamers/${id}`, { token: staff.token, body });
      answers.add(answer.statusCode);
    }
    return [...answers];
  };
  const decided = Promise.all(streamers.map(decideOn));
  const messages = await Promise.all(streamers.map(linkAgain)).finally(() => over.abort());
  expect(messages.flat().filter((sentence) => !sentence.startsWith('Linked with'))).toEqual([]);
  expect(new Set((await decided).flat())).toEqual(new Set([200]));
});

test('a streamer can link again while a sample waits to write another’s new name', async () => {
  const [streamer, renamed] = [await createStreamer(portal), await createStreamer(portal)];
  await addChannel(streamer);
  const { db } = portal.parts;
  await db.execute(sql`update twitch_links set display_name = 'Once' where account_id = ${renamed.id}`);
  const { sampling } = await db.transaction(async (tx) => {
    await tx.execute(sql`select from twitch_links where account_id = ${renamed.id} for no key update`);
    const sample = sampleAt(portal, first);
    await until(async () => (await waiting('update twitch_links')) > 0);
    await loseLink(portal, streamer.id);
    expect(
      await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' }),
    ).toMatch(/^Linked with/);
    // Not awaited in here: it waits for this transaction to end.
    return { sampling: sample };
  });
  expect(await sampling).toBe(true);
  expect(await sampleState(portal, first)).toMatchObject({ state: 'ok' });
});

/** How many statements of this kind wait for somebody's lock. */
async function waiting(kind: string): Promise<number> {
  const { rows } = await portal.parts.db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`%${kind}%`}`);
  return rows.length;
}
