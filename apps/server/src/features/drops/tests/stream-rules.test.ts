import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { fillTwitchAges } from '#features/twitch-links/twitch-links.ts';
import { createStaff } from '#test/account-journeys.ts';
import {
  createAudience,
  createViewer,
  type Linked,
  linkThroughTwitch,
  minutesOf,
  sampleAt,
  setSeasons,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { createFilledDatabase, scansDuring } from '#test/plans.ts';
import { selectRuleFailures } from '#features/drops/admin/rule-failures.queries.ts';
import { insertCredits } from '#features/drops/credits.queries.ts';
import { unmetRuleOf } from '#features/drops/rules/stream-rules.ts';
import { dayOf } from '#features/drops/sampling.rules.ts';
import type { Transaction } from '#platform/db/database.ts';
import { GAME_ID } from '#test/twitch-server.ts';

const { portal } = await useDropsPortal();
const { db } = portal.parts;
const { world } = portal.twitch.simulator;
const now = Math.floor(Date.now() / 60_000);
const staff = await createStaff(portal, ['twitchDrops']);

let season: number;
beforeEach(async () => {
  await db.execute(sql`delete from drop_rule_failures`);
  await db.execute(sql`delete from twitch_streamers`);
  season = (await setSeasons(portal, { from: now - 3000 }))[0] ?? 0;
});

const setRule = (assignment: string) =>
  db.execute(sql`update twitch_seasons set ${sql.raw(assignment)} where id = ${season}`);

const progressOf = async ({ token }: Linked, kind = 'watchtime') =>
  (await portal.call('GET', `/user/twitch/${kind}`, { token })).json();

const counted = async (one: Linked, kind?: 'streamer') => (await minutesOf(portal, one, kind)).total;

async function report(query = '') {
  const answer = await portal.call('GET', `/admin/twitch/rule-failures${query}`, { token: staff.token });
  return answer.json();
}

const createSeason = (body: object) =>
  portal.call('POST', '/admin/twitch/seasons', {
    token: staff.token,
    body: { name: 'Strict', startsAt: '2061-01-01T00:00:00Z', endsAt: '2061-02-01T00:00:00Z', ...body },
  });

const unmet = (title: string, tags: string[], titleWord: string) =>
  unmetRuleOf({ title, tags, viewers: 0 }, { titleWord, minViewers: null });

describe('a rule about accounts', () => {
  test.each<[string, string, (viewer: Linked) => Promise<unknown>, string | null]>([
    [
      'twitch_age',
      'min_twitch_days = 30',
      ({ id }) =>
        db.execute(
          sql`update twitch_links set twitch_created_at = now() - interval '29 days' where account_id = ${id}`,
        ),
      '30',
    ],
    [
      'email',
      'needs_confirmed_email = true',
      ({ id }) => db.execute(sql`update accounts set email_confirmed_at = null where id = ${id}`),
      null,
    ],
    [
      'character',
      'min_character_level = 20',
      ({ id }) =>
        db.execute(sql`
        insert into characters (account_id, character_id, name, level, class) values (${id}, 'low', 'Low', 19, 'Bard')
        on conflict (account_id, server_id, character_id) do update set level = 19`),
      '20',
    ],
    [
      'address',
      'max_accounts_per_address = 1',
      ({ id }) => db.execute(sql`update accounts set last_ip = '203.0.113.9' where id = ${id}`),
      '1',
    ],
  ])(
    '%s costs who does not meet it each minute once, tells them, and nobody else',
    async (rule, assignment, breakRule, needed) => {
      const { streamer, viewer: good } = await createAudience(portal);
      const bad = await createViewer(portal);
      world.joinChat(streamer.twitchUser.id, bad.twitchUser.id);
      await db.execute(sql`update accounts set email_confirmed_at = now(), last_ip = null`);
      await db.execute(sql`
      insert into characters (account_id, name, level, class)
      select account_id, 'High', 20, 'Bard' from twitch_links where account_id <> ${bad.id} on conflict do nothing`);
      if (rule === 'address') await breakRule(good);
      await breakRule(bad);
      await sampleAt(portal, now - 2);
      expect([await counted(good), await counted(bad)]).toEqual([1, 1]);
      await setRule(assignment);
      await sampleAt(portal, now - 1);
      await sampleAt(portal, now);
      expect([await counted(good), await counted(bad)]).toEqual([3, 1]);
      expect(await progressOf(bad)).toMatchObject({ state: 'rule_not_met', unmet: { rule, needed } });
      expect(await progressOf(good)).toMatchObject({ state: 'counting', unmet: null });
      expect((await report()).failures).toEqual([
        expect.objectContaining({ accountDBID: bad.id, rule, minutes: 2 }),
      ]);
      await portal.call('DELETE', '/auth/twitch/link', { token: bad.token });
      expect((await report()).failures).toEqual([]);
    },
  );

  test('costs its minute for good, though the next one counts again', async () => {
    const { viewer } = await createAudience(portal);
    await setRule('needs_confirmed_email = true');
    const confirm = (at: string | null) =>
      db.execute(sql`update accounts set email_confirmed_at = ${at}::timestamptz where id = ${viewer.id}`);
    await confirm('2026-01-01');
    await sampleAt(portal, now - 2);
    await confirm(null);
    await sampleAt(portal, now - 1);
    await confirm('2026-01-01');
    await sampleAt(portal, now);
    expect(await counted(viewer)).toBe(2);
  });

  test('counts a whole IPv6 network as one address', async () => {
    const { streamer, viewer: first } = await createAudience(portal);
    const [second, other] = [await createViewer(portal), await createViewer(portal)];
    const addresses = [
      [first, '2001:db8:0:1::1'],
      [second, '2001:db8::1:ffff:0:0:2'],
      [other, '2001:db8:0:2::1'],
    ] as const;
    await db.execute(sql`update accounts set last_ip = null`);
    for (const [{ id, twitchUser }, address] of addresses) {
      world.joinChat(streamer.twitchUser.id, twitchUser.id);
      await db.execute(sql`update accounts set last_ip = ${address} where id = ${id}`);
    }
    await setRule('max_accounts_per_address = 1');
    await sampleAt(portal, now);
    expect(await Promise.all([first, second, other].map((one) => counted(one)))).toEqual([1, 0, 1]);
  });

  test('is off by default, and counts each refused minute once under concurrent writers', async () => {
    const viewer = await createViewer(portal);
    await db.execute(sql`update accounts set email_confirmed_at = null where id = ${viewer.id}`);
    const off = {
      titleWord: '',
      minViewers: null,
      minTwitchDays: null,
      needsConfirmedEmail: false,
      minCharacterLevel: null,
      maxAccountsPerAddress: null,
    };
    const write = (minute: number, needsConfirmedEmail: boolean) =>
      db.transaction((tx) =>
        insertCredits(tx, {
          kind: 'viewer',
          minute,
          day: dayOf(minute, 60),
          seasonId: season,
          dailyCap: null,
          // In two chats at once.
          people: [viewer.twitchUser.id, viewer.twitchUser.id],
          channels: [0, -1],
          since: [null, null],
          rules: { ...off, needsConfirmedEmail },
        }),
      );
    await Promise.all(Array.from({ length: 6 }, () => write(now, true)));
    expect((await report()).failures).toEqual([expect.objectContaining({ minutes: 1 })]);
    await write(now, false);
    expect(await counted(viewer)).toBe(1);
  });
});

describe('a rule about streams', () => {
  test.each([
    ['title', "title_word = 'Drops'", { title: 'Just chatting' }, { title: 'Launch DROPS on' }, 'Drops'],
    [
      'title',
      "title_word = '#Drops'",
      { title: 'Just chatting' },
      { title: 'Launch', tags: ['drops'] },
      '#Drops',
    ],
    ['viewers', 'min_viewers = 10', { viewerCount: 9 }, { viewerCount: 10 }, '10'],
  ])(
    '%s (%s) decides whether a stream counts, for the streamer and the chat',
    async (rule, assignment, bad, good, needed) => {
      const { streamer, viewer } = await createAudience(portal);
      await setRule(assignment);
      world.goLive(streamer.twitchUser.id, { gameId: GAME_ID, ...bad });
      await sampleAt(portal, now - 1);
      expect([await counted(viewer), await counted(streamer, 'streamer')]).toEqual([0, 0]);
      const reason = await progressOf(streamer, 'streamtime');
      // The sample is a minute old.
      expect(reason).toMatchObject({ state: 'rule_not_met', unmet: { rule, needed } });
      expect((await progressOf(viewer)).live).toEqual([]);
      expect((await report(`?rule=${rule}`)).failures).toEqual([
        expect.objectContaining({ accountDBID: streamer.id, rule, minutes: 1 }),
      ]);
      world.goLive(streamer.twitchUser.id, { gameId: GAME_ID, ...good });
      await sampleAt(portal, now);
      expect([await counted(viewer), await counted(streamer, 'streamer')]).toEqual([1, 1]);
      expect(await progressOf(streamer, 'streamtime')).toMatchObject({ state: 'counting', unmet: null });
    },
  );

  test('reads titles and tags as people write them', () => {
    expect(unmet('DROPS enabled', [], 'drops')).toBeNull();
    expect(unmet('', ['DropsEnabled'], '#dropsenabled')).toBeNull();
    expect(unmet('', ['DropsEnabled'], 'drops')).toBe('title');
    expect(unmet('', [], '')).toBeNull();
  });
});

test('the age at Twitch is stored with the link, and filled in for earlier links', async () => {
  const [linked, earlier, gone] = [
    await createViewer(portal),
    await createViewer(portal),
    await createViewer(portal),
  ];
  await portal.call('DELETE', '/auth/twitch/link', { token: linked.token });
  await linkThroughTwitch(portal, linked, { as: linked.twitchUser.id });
  await db.execute(
    sql`update twitch_links set twitch_user_id = 'nobody', twitch_created_at = null where account_id = ${gone.id}`,
  );
  const dateOf = async ({ id }: Linked) => {
    const { rows } = await db.execute<{ at: string | null }>(
      sql`select twitch_created_at::text as at from twitch_links where account_id = ${id}`,
    );
    return rows[0]?.at ?? null;
  };
  expect([await dateOf(linked), await dateOf(earlier)]).toEqual([expect.any(String), null]);
  await fillTwitchAges(portal.drops);
  expect(await dateOf(earlier)).toMatch(/^20/);
  expect(await dateOf(gone)).toBe('-infinity');
});

test('staff set the rules of a season, and wrong ones are refused', async () => {
  await db.execute(sql`update twitch_seasons set ends_at = now()`);
  expect((await createSeason({ minViewers: 0 })).statusCode).toBe(400);
  expect((await createSeason({ maxAccountsPerAddress: 1.5 })).statusCode).toBe(400);
  const created = (
    await createSeason({ titleWord: 'Drops', minViewers: 5, needsConfirmedEmail: true })
  ).json();
  expect(created).toMatchObject({
    titleWord: 'Drops',
    minViewers: 5,
    needsConfirmedEmail: true,
    minTwitchDays: null,
    minCharacterLevel: null,
    maxAccountsPerAddress: null,
  });
});

test('credits with every rule on, and the report, are read along indexes', async () => {
  const filled = await createFilledDatabase(
    `insert into twitch_seasons (name, starts_at) select 'Season', now() - interval '1 day'`,
    `insert into accounts (user_name, email, password_hash, email_confirmed_at, last_ip)
     select 'hero_' || n, 'hero_' || n || '@example.com', 'none', now(), '10.' || n % 200 || '.' || n / 200 || '.1' from generate_series(1, 100000) n`,
    `insert into characters (account_id, name, level, class) select n, 'Hero', 30, 'Bard' from generate_series(1, 100000) n`,
    `insert into twitch_links (account_id, twitch_user_id, login, display_name, twitch_created_at)
     select n, 't' || n, 'login' || n, 'Name ' || n, '2020-01-01' from generate_series(1, 100000) n`,
    `insert into drop_totals (account_id, kind, season_id, minutes, day, day_minutes)
     select n, 'viewer', 1, 5, '2026-11-20', 1 from generate_series(1, 100000) n`,
    `insert into drop_rule_failures (season_id, account_id, rule, last_minute, last_at)
     select 1 + n % 3, n, 'email', 1, now() - n * interval '1 second' from generate_series(1, 100000) n`,
    `insert into drop_minutes (account_id, kind, minute, channel_id)
     select n, 'viewer', ${now - 5}, 0 from generate_series(1, 100000) n`,
    `insert into bans (account_id, description, is_active) select n, 'Ended', false from generate_series(1, 100000) n`,
  );
  const rules = {
    titleWord: '',
    minViewers: null,
    minTwitchDays: 10,
    needsConfirmedEmail: true,
    minCharacterLevel: 40,
    maxAccountsPerAddress: 3,
  };
  try {
    const numbers = Array.from({ length: 1000 }, (_, index) => 1 + index * 97);
    const scans = await scansDuring(filled, async (of) => {
      // Its statements are looked at one by one, so it can be no transaction.
      await insertCredits(of as unknown as Transaction, {
        kind: 'viewer',
        minute: now,
        day: dayOf(now, 60),
        seasonId: 1,
        dailyCap: 240,
        people: numbers.map((number) => `t${number}`),
        channels: numbers.map(() => 0),
        since: numbers.map(() => null),
        rules,
      });
      const { rows } = await selectRuleFailures(of, {
        search: '',
        isAscending: false,
        page: 3,
        pageSize: '10',
      });
      expect(rows).toHaveLength(10);
    });
    expect(scans.filter((scan) => scan.startsWith('Seq Scan') && scan !== 'Seq Scan twitch_seasons')).toEqual(
      [],
    );
    expect(scans).toContain('Index Scan drop_rule_failures_by_rule_idx');
  } finally {
    await filled.drop();
  }
}, 400_000);
