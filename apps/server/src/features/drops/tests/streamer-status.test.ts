import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createStaff } from '#test/account-journeys.ts';
import {
  createAudience,
  createStreamer,
  linkThroughTwitch,
  minutesOf,
  sampleAt,
  sampleState,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { loseLink } from '#test/streamer-tokens.ts';

const { portal, first } = await useDropsPortal();
const staff = await createStaff(portal, ['twitchDrops']);

const stateOf = async ({ token }: { token: string }, time: 'watchtime' | 'streamtime') =>
  (await portal.call('GET', `/user/twitch/${time}`, { token })).json().state;

const streamerStateOf = async ({ token }: { token: string }) =>
  (await portal.call('GET', '/user/twitch', { token })).json().link.streamer;

const listStreamers = async (query: string): Promise<Streamer[]> =>
  (await portal.call('GET', `/admin/twitch/streamers?${query}`, { token: staff.token })).json().streamers;

/** How staff see the streamer, and whether among those who need a new link. */
async function seenByStaff({ id }: { id: number }) {
  const [shown] = await listStreamers(`search=${id}`);
  const listed = await listStreamers('state=needs_new_link&pageSize=100');
  return { state: shown?.state, isFound: listed.some(({ accountDBID }) => accountDBID === id) };
}

async function thisMinute(): Promise<number> {
  const { rows } = await portal.parts.db.execute<{ minute: number }>(
    sql`select floor(extract(epoch from now()) / 60)::int as minute`,
  );
  return rows[0]?.minute ?? 0;
}

describe('minutes without an approved link are not a sampling gap', () => {
  test('when staff rejected a streamer and approved them again', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const decide = (decision: string) =>
      portal.call('POST', `/admin/twitch/streamers/${streamer.id}`, {
        token: staff.token,
        body: { decision, twitchId: streamer.twitchUser.id },
      });
    await sampleAt(portal, first);
    await decide('reject');
    await sampleAt(portal, first + 1);
    await decide('approve');
    // The rejection has ended our access to the chat.
    await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' });
    await sampleAt(portal, first + 2);
    const minutes = [first, first + 2];
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 2, minutes });
    expect(await minutesOf(portal, viewer)).toEqual({ total: 2, minutes });
  });

  test('when a streamer withdrew the grant and links again', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    await loseLink(portal, streamer.id);
    await sampleAt(portal, first + 1);
    expect(
      await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' }),
    ).toMatch(/^Linked/);
    await sampleAt(portal, first + 2);
    const minutes = [first, first + 2];
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 2, minutes });
    expect(await minutesOf(portal, viewer)).toEqual({ total: 2, minutes });
  });
});

describe('where a chat cannot be read', () => {
  test('its streamer is credited, and viewers see that their presence is unknown', async () => {
    const { streamer, viewer } = await createAudience(portal);
    portal.twitch.simulator.faults.plan({ endpoint: 'chatters', fault: '500' });
    const minute = await thisMinute();
    await sampleAt(portal, minute);
    expect(await sampleState(portal, minute)).toMatchObject({ state: 'partial', credited: 1 });
    expect(await stateOf(streamer, 'streamtime')).toBe('counting');
    expect(await stateOf(viewer, 'watchtime')).toBe('chat_unread');
  });

  test('because the token key is missing, the streamer can link again', async () => {
    const streamer = await createStreamer(portal);
    await portal.parts.db.execute(
      sql`update twitch_streamers set key_id = 'lost' where account_id = ${streamer.id}`,
    );
    expect(await streamerStateOf(streamer)).toBe('needs_new_link');
    expect(await seenByStaff(streamer)).toEqual({ state: 'needs_new_link', isFound: true });
    await sampleAt(portal, await thisMinute());
    expect(await stateOf(streamer, 'streamtime')).toBe('counting');
    await linkThroughTwitch(portal, streamer, { as: streamer.twitchUser.id, purpose: 'streamer' });
    expect(await streamerStateOf(streamer)).toBe('approved');
    expect(await seenByStaff(streamer)).toEqual({ state: 'approved', isFound: false });
  });
});

test('a rejected streamer is not asked for a new link that would change nothing', async () => {
  const streamer = await createStreamer(portal);
  await portal.parts.db.execute(
    sql`update twitch_streamers set decision = 'rejected', needs_new_link = true where account_id = ${streamer.id}`,
  );
  expect(await streamerStateOf(streamer)).toBe('rejected');
  expect(await seenByStaff(streamer)).toEqual({ state: 'rejected', isFound: false });
  expect(await stateOf(streamer, 'streamtime')).toBe('not_approved');
});

test('a streamer who is the only one live is not asked to watch their own stream', async () => {
  const streamer = await createStreamer(portal);
  portal.twitch.simulator.world.joinChat(streamer.twitchUser.id, streamer.twitchUser.id);
  await sampleAt(portal, await thisMinute());
  const liveFor = async (time: 'watchtime' | 'streamtime'): Promise<string[]> => {
    const { live } = (await portal.call('GET', `/user/twitch/${time}`, { token: streamer.token })).json();
    return live.map(({ login }: { login: string }) => login);
  };
  expect(await liveFor('streamtime')).toContain(streamer.twitchUser.login);
  expect(await liveFor('watchtime')).not.toContain(streamer.twitchUser.login);
});

test('a streamer is shown under their current Twitch name', async () => {
  const { streamer } = await createAudience(portal);
  await portal.parts.db.execute(
    sql`update twitch_links set login = 'once', display_name = 'Once' where account_id = ${streamer.id}`,
  );
  await sampleAt(portal, await thisMinute());
  const answer = await portal.call('GET', '/user/twitch', { token: streamer.token });
  const { login, displayName } = streamer.twitchUser;
  expect(answer.json().link).toMatchObject({ login, displayName });
});
