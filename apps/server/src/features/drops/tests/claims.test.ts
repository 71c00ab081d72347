import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { gameServers } from '#features/game-servers/game-servers.ts';
import { twitchRewardItems, twitchRewards } from '#features/twitch-rewards/twitch-rewards.tables.ts';
import { createCharacter, createGameServer } from '#test/game-servers.ts';
import { createOwner, createStaff } from '#test/account-journeys.ts';
import {
  correctionOf,
  createDropsPortal,
  createViewer,
  type DropsPortal,
  type Linked,
  minutesOf,
} from '#test/drop-journeys.ts';

let portal: DropsPortal;
let season: number;
beforeAll(async () => {
  portal = await createDropsPortal();
  const { rows } = await portal.parts.db.execute<{ id: number }>(sql`select id from twitch_seasons`);
  season = rows[0]?.id ?? 0;
});
afterAll(() => portal.close());

async function createReward(changes: Partial<typeof twitchRewards.$inferInsert> = {}): Promise<number> {
  const [row] = await portal.parts.db
    .insert(twitchRewards)
    .values({ season, type: 'viewer', title: 'Lantern', requiredMinutes: 3, itemId: 77, ...changes })
    .returning({ id: twitchRewards.id });
  return row?.id ?? 0;
}

async function give({ id }: Linked, minutes: number): Promise<void> {
  await portal.parts.db.execute(sql`
    insert into drop_totals (account_id, kind, season_id, minutes) values (${id}, 'viewer', ${season}, ${minutes})
    on conflict (account_id, kind, season_id) do update set minutes = excluded.minutes`);
}

async function claim({ token }: { token: string }, rewardId: number, target: object = {}) {
  return portal.call('POST', '/user/twitch/getviewerreward', { token, body: { rewardId, ...target } });
}

async function deleteReward(reward: number): Promise<void> {
  const { token } = await createStaff(portal, ['twitchDrops']);
  const { statusCode } = await portal.call('DELETE', `/admin/twitch/rewards/${reward}`, { token });
  expect(statusCode).toBe(204);
}

async function deliveriesOf({ id }: { id: number }) {
  return portal.parts.db
    .select({ key: deliveries.idempotencyKey, itemId: deliveries.itemId, quantity: deliveries.quantity })
    .from(deliveries)
    .where(sql`account_id = ${id}`);
}

describe('a claim', () => {
  test('with enough minutes is delivered once, even for repeated and concurrent requests', async () => {
    const viewer = await createViewer(portal);
    const reward = await createReward({ itemQuantity: 2 });
    await give(viewer, 3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(viewer, reward)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(answers[9]?.json()).toEqual({ message: 'Reward claimed!', isRevoked: false });
    expect(await deliveriesOf(viewer)).toEqual([
      { key: expect.stringMatching(/^drop:[\w-]{22}:[\w-]{22}$/), itemId: 77, quantity: 2 },
    ]);
    const { rows } = await portal.parts.db.execute(
      sql`select from drop_claims where account_id = ${viewer.id}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('with too few minutes leaves nothing behind, and succeeds once there are enough', async () => {
    const viewer = await createViewer(portal);
    const reward = await createReward();
    await give(viewer, 2);
    const refused = await claim(viewer, reward);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This reward needs 3 minutes, and you have 2.',
    ]);
    expect(await deliveriesOf(viewer)).toEqual([]);
    await give(viewer, 3);
    expect((await claim(viewer, reward)).statusCode).toBe(200);
  });

  test('keeps its contents when the reward is edited later', async () => {
    const viewer = await createViewer(portal);
    const reward = await createReward();
    await give(viewer, 3);
    await claim(viewer, reward);
    await portal.parts.db.execute(
      sql`update twitch_rewards set item_id = 99, required_minutes = 500 where id = ${reward}`,
    );
    expect((await claim(viewer, reward)).statusCode).toBe(200);
    expect(await deliveriesOf(viewer)).toMatchObject([{ itemId: 77 }]);
  });

  test('requires a link, the right kind, the current season and an existing reward', async () => {
    const viewer = await createViewer(portal);
    await give(viewer, 100);
    const [streamers, elsewhere, deleted] = await Promise.all([
      createReward({ type: 'streamer' }),
      createReward({ season: season + 1 }),
      createReward({ deletedAt: new Date() }),
    ]);
    for (const reward of [streamers, elsewhere, deleted, 2_147_483_647])
      expect((await claim(viewer, reward)).statusCode).toBe(404);
    const player = await createStaff(portal, []);
    const refused = await claim(player, await createReward());
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Please link your Twitch account to participate in drops.',
    ]);
    expect((await claim({ token: '' }, streamers)).statusCode).toBe(401);
  });

  test.each<[string, (reward: number, viewers: Linked[]) => Promise<unknown>]>([
    [
      "the season's claim period",
      () =>
        portal.parts.db.execute(
          sql`update twitch_seasons set ends_at = now(), claim_until = now() where id = ${season}`,
        ),
    ],
    ["the reward's deletion", (reward) => deleteReward(reward)],
    [
      'an unlink',
      (_, viewers) =>
        Promise.all(viewers.map(({ token }) => portal.call('DELETE', '/auth/twitch/link', { token }))),
    ],
  ])('is answered alike again after %s, when a first one comes too late', async (_, happen) => {
    const viewers = [await createViewer(portal), await createViewer(portal)] as const;
    const [viewer, late] = viewers;
    const reward = await createReward();
    await Promise.all(viewers.map((one) => give(one, 3)));
    const first = await claim(viewer, reward);
    expect(first.statusCode).toBe(200);
    await happen(reward, [...viewers]);
    const again = await Promise.all(Array.from({ length: 5 }, () => claim(viewer, reward)));
    expect(again.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array.from({ length: 5 }, () => [200, first.body]),
    );
    expect(await deliveriesOf(viewer)).toHaveLength(1);
    expect([404, 409]).toContain((await claim(late, reward)).statusCode);
    expect(await deliveriesOf(late)).toEqual([]);
    await portal.parts.db.execute(sql`update twitch_seasons set ends_at = null where id = ${season}`);
  });

  test('is either delivered or refused when the reward is deleted concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const viewer = await createViewer(portal);
      const reward = await createReward();
      await give(viewer, 3);
      const claims = Array.from({ length: 6 }, () => claim(viewer, reward));
      const [answers] = await Promise.all([Promise.all(claims), deleteReward(reward)]);
      const isGiven = answers.some(({ statusCode }) => statusCode === 200);
      expect((await claim(viewer, reward)).statusCode).toBe(isGiven ? 200 : 404);
      expect(await deliveriesOf(viewer)).toHaveLength(isGiven ? 1 : 0);
    }
  });

  test('is refused at the endpoint of the other kind', async () => {
    const viewer = await createViewer(portal);
    const reward = await createReward();
    await give(viewer, 3);
    await claim(viewer, reward);
    const { token } = viewer;
    const other = await portal.call('POST', '/user/twitch/getstreamerreward', {
      token,
      body: { rewardId: reward },
    });
    expect(other.statusCode).toBe(404);
  });

  test('survives an unlink, and cannot be repeated with newly earned minutes', async () => {
    const viewer = await createViewer(portal);
    const reward = await createReward();
    await give(viewer, 3);
    await claim(viewer, reward);
    await portal.call('DELETE', '/auth/twitch/link', { token: viewer.token });
    expect((await minutesOf(portal, viewer)).total).toBe(0);
    await portal.parts.db.execute(sql`
      insert into twitch_links (account_id, twitch_user_id, login, display_name)
      values (${viewer.id}, ${viewer.twitchUser.id}, 'again', 'Again')`);
    await give(viewer, 3);
    expect((await claim(viewer, reward)).statusCode).toBe(200);
    expect(await deliveriesOf(viewer)).toHaveLength(1);
  });
});

/** As after a restore from a backup before the claim: the portal has forgotten it, and the game reported its receipt. */
async function forgetClaim({ id }: Linked): Promise<number> {
  const { db } = portal.parts;
  const [delivery] = await deliveriesOf({ id });
  await db.execute(sql`delete from deliveries where account_id = ${id}`);
  await db.execute(sql`delete from drop_claims where account_id = ${id}`);
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into unmatched_receipts (server_id, idempotency_key, effect, account_id, kind, item_id, quantity, recorded_at)
    values (1, ${delivery?.key}, 'grant', ${id}, 'item', 77, 1, now()) returning id`);
  return rows[0]?.id ?? 0;
}

async function createForgottenClaim(): Promise<{ viewer: Linked; reward: number; receipt: number }> {
  const viewer = await createViewer(portal);
  const reward = await createReward();
  await give(viewer, 3);
  await claim(viewer, reward);
  return { viewer, reward, receipt: await forgetClaim(viewer) };
}

const revoke = (token: string, receipt: number) =>
  portal.call('POST', `/admin/unmatched-receipts/${receipt}/revoke`, {
    token,
    body: { reason: 'The backup was restored' },
  });

const effectsOf = async ({ id }: Linked) => {
  const { rows } = await portal.parts.db.execute<{ effect: string; state: string }>(sql`
    select effect, state from deliveries where account_id = ${id} order by id`);
  return rows.map(({ effect, state }) => `${effect} ${state}`);
};

describe('a reward whose receipt outlived its claim', () => {
  const REVOKED =
    "You had this reward already, and our team revoked it in the game. It won't be delivered again.";

  test('is claimed again, and delivered under its old key', async () => {
    const { viewer, reward } = await createForgottenClaim();
    expect((await claim(viewer, reward)).json()).toEqual({ message: 'Reward claimed!', isRevoked: false });
    expect(await effectsOf(viewer)).toEqual(['grant pending']);
  });

  test('delivers nothing once staff revoked it, and each claim says so', async () => {
    const { viewer, reward, receipt } = await createForgottenClaim();
    const { token } = await createStaff(portal, ['orders']);
    expect((await revoke(token, receipt)).statusCode).toBe(200);
    for (let time = 0; time < 2; time += 1) {
      const answer = await claim(viewer, reward);
      expect([answer.statusCode, answer.json()]).toEqual([200, { message: REVOKED, isRevoked: true }]);
    }
    expect(await effectsOf(viewer)).toEqual(['grant applied', 'revoke pending']);
    const list = (await portal.call('GET', '/user/twitch/watchrewards', { token: viewer.token })).json();
    expect(list).toContainEqual(
      expect.objectContaining({
        rewardId: reward,
        isClaimed: true,
        delivery: expect.objectContaining({ state: 'revoked' }),
      }),
    );
  });

  test('is either claimed or revoked when both happen at once, and the claims say which', async () => {
    const { token } = await createStaff(portal, ['orders']);
    for (let round = 0; round < 6; round += 1) {
      const { viewer, reward, receipt } = await createForgottenClaim();
      const [revoked, ...claims] = await Promise.all([
        revoke(token, receipt),
        ...Array.from({ length: 4 }, () => claim(viewer, reward)),
      ]);
      const isRevoked = revoked.statusCode === 200;
      expect([200, 409]).toContain(revoked.statusCode);
      expect(claims.map((answer) => answer.json().isRevoked)).toEqual(claims.map(() => isRevoked));
      expect(await effectsOf(viewer)).toEqual(
        isRevoked ? ['grant applied', 'revoke pending'] : ['grant pending'],
      );
    }
  });
});

test('the rewards of the season are listed with their claims', async () => {
  const viewer = await createViewer(portal);
  const reward = await createReward({ title: 'Listed', requiredMinutes: 1 });
  await give(viewer, 1);
  await claim(viewer, reward);
  const list = (await portal.call('GET', '/user/twitch/watchrewards', { token: viewer.token })).json();
  expect(list).toContainEqual(
    expect.objectContaining({ rewardId: reward, isClaimed: true, title: 'Listed' }),
  );
  const others = (await portal.call('GET', '/user/twitch/streamrewards', { token: viewer.token })).json();
  expect(others.map(({ rewardId }: { rewardId: number }) => rewardId)).not.toContain(reward);
  const time = (await portal.call('GET', '/user/twitch/watchtime', { token: viewer.token })).json();
  expect(time).toMatchObject({ watchTime: 1, state: 'not_sampled', season: { id: season } });
});

function adjust(token: string, body: object) {
  return portal.call('POST', '/admin/twitch/minutes', { token, body });
}

describe('a correction by staff', () => {
  test('counts once per form, is logged, and never leaves a negative sum', async () => {
    const viewer = await createViewer(portal);
    const staff = await createStaff(portal, ['twitchDrops']);
    const body = correctionOf(viewer);
    const answers = await Promise.all(Array.from({ length: 6 }, () => adjust(staff.token, body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(answers[0]?.json().minutes).toMatchObject([{ kind: 'viewer', minutes: 0, adjusted: 30 }]);
    const tooMuch = { ...body, minutes: -31, requestId: crypto.randomUUID() };
    expect((await adjust(staff.token, tooMuch)).statusCode).toBe(409);
    const { rows } = await portal.parts.db.execute(sql`
      select before, after, reason from audit_entries where kind = 'drop_minutes.adjust' and account_id = ${viewer.id}`);
    expect(rows).toEqual([
      { before: { viewerMinutes: 0 }, after: { viewerMinutes: 30 }, reason: 'An outage' },
    ]);
  });

  test('is refused when its form was changed after it had counted', async () => {
    const viewer = await createViewer(portal);
    const { token } = await createStaff(portal, ['twitchDrops']);
    const body = correctionOf(viewer);
    expect((await adjust(token, body)).statusCode).toBe(200);
    for (const change of [{ minutes: 60 }, { kind: 'streamer' }, { reason: 'Another outage' }]) {
      const answer = await adjust(token, { ...body, ...change });
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        expect.stringMatching(/^This form was sent/),
      ]);
    }
    const again = await adjust(token, body);
    expect(again.json().minutes).toMatchObject([{ kind: 'viewer', minutes: 0, adjusted: 30 }]);
  });

  test('is refused for a superior', async () => {
    const owner = await createOwner(portal);
    const staff = await createStaff(portal, ['twitchDrops']);
    const body = correctionOf(owner);
    expect((await adjust(staff.token, body)).statusCode).toBe(403);
  });
});

describe('seasons', () => {
  test('never overlap, even when created concurrently, and the second of two editors gets a conflict', async () => {
    const owner = await createOwner(portal);
    const body = { name: 'Winter', startsAt: '2031-01-01 00:00:00', endsAt: '2031-03-01 00:00:00' };
    await portal.parts.db.execute(sql`update twitch_seasons set ends_at = '2030-01-01' where id = ${season}`);
    const create = () => portal.call('POST', '/admin/twitch/seasons', { token: owner.token, body });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
    const made = answers.find(({ statusCode }) => statusCode === 200)?.json();
    const edit = (name: string) =>
      portal.call('PUT', `/admin/twitch/seasons/${made.seasonId}`, {
        token: owner.token,
        body: { ...body, name, revision: made.revision },
      });
    expect((await edit('Deep winter')).statusCode).toBe(200);
    const second = await edit('Late winter');
    expect([second.statusCode, second.json().current.name]).toEqual([409, 'Deep winter']);
  });
});

const listed = async ({ token }: Linked, rewardId: number) =>
  (await portal.call('GET', '/user/twitch/watchrewards', { token }))
    .json()
    .find((reward: { rewardId: number }) => reward.rewardId === rewardId);

describe('a claim for one of two game servers', () => {
  let second: number;
  beforeAll(async () => {
    second = await createGameServer(portal.parts.db, { needsCharacter: true });
  });
  afterAll(() =>
    portal.parts.db.update(gameServers).set({ isListed: false }).where(eq(gameServers.id, second)),
  );

  async function createRewardOnBoth() {
    const rewardId = await createReward();
    await portal.parts.db.insert(twitchRewardItems).values({ rewardId, serverId: second, itemId: 990 });
    return rewardId;
  }

  test('names the field that is missing or wrong, and leaves nothing behind', async () => {
    const viewer = await createViewer(portal);
    const rewardId = await createRewardOnBoth();
    await give(viewer, 3);
    const cases: [object, object][] = [
      [{}, { serverId: 'Choose the game server that you want it on.' }],
      [{ serverId: 999 }, { serverId: "This isn't available on that game server. Choose another one." }],
      [{ serverId: second }, { characterId: 'Create a character on Frostland first, then come back.' }],
      [
        { serverId: second, characterId: 'nobody' },
        { characterId: 'You have no such character on Frostland. Choose another one.' },
      ],
    ];
    for (const [target, fields] of cases) {
      const refused = await claim(viewer, rewardId, target);
      expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
    }
    expect(await deliveriesOf(viewer)).toEqual([]);
    expect(await listed(viewer, rewardId)).toMatchObject({
      isClaimed: false,
      serverIds: [1, second],
      delivery: null,
    });
  });

  test('is delivered there once, and repeating it for another server changes nothing', async () => {
    const viewer = await createViewer(portal);
    const rewardId = await createRewardOnBoth();
    await give(viewer, 3);
    await createCharacter(portal.parts.db, { accountId: viewer.id, serverId: second, characterId: 'Kara' });
    const targets = [{ serverId: second }, { serverId: second, characterId: 'Kara' }];
    const answers = await Promise.all(
      [...targets, ...targets].map((target) => claim(viewer, rewardId, target)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    for (const target of [{ serverId: 1 }, {}, { serverId: 999, characterId: 'nobody' }])
      expect((await claim(viewer, rewardId, target)).statusCode).toBe(200);
    expect(await deliveriesOf(viewer)).toMatchObject([{ itemId: 990 }]);
    expect(await listed(viewer, rewardId)).toMatchObject({
      isClaimed: true,
      delivery: { state: 'on_its_way', problem: null, collectBy: null, characterName: 'Kara' },
    });
  });

  test('shows what became of it, also of what replaced it', async () => {
    const viewer = await createViewer(portal);
    const rewardId = await createReward();
    await give(viewer, 3);
    await claim(viewer, rewardId);
    await portal.parts.db.execute(sql`
      with replaced as (
        update deliveries set state = 'superseded' where account_id = ${viewer.id} returning *
      )
      insert into deliveries
        (account_id, idempotency_key, effect, kind, item_id, quantity, state, collected_at, supersedes_key)
      select account_id, 'again:' || account_id, effect, kind, item_id, quantity, 'applied', now(), idempotency_key
      from replaced`);
    expect(await listed(viewer, rewardId)).toMatchObject({ delivery: { state: 'collected' } });
  });
});
