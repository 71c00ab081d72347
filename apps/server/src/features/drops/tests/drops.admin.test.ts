import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { SECTIONS } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff, type Player } from '#test/account-journeys.ts';
import { createDropsPortal, createStreamer, createViewer, type DropsPortal } from '#test/drop-journeys.ts';

let portal: DropsPortal;
let staff: Player & { token: string };
beforeAll(async () => {
  portal = await createDropsPortal();
  staff = await createStaff(portal, ['twitchDrops']);
});
afterAll(() => portal.close());

type Channel = { id: number; twitchUser: { id: string } };

function decide({ id, twitchUser }: Channel, decision: string, token = staff.token) {
  const body = { decision, twitchId: twitchUser.id };
  return portal.call('POST', `/admin/twitch/streamers/${id}`, { token, body });
}

async function list(query: string): Promise<number[]> {
  const answer = await portal.call('GET', `/admin/twitch/streamers?${query}`, { token: staff.token });
  return answer.json().streamers.map(({ accountDBID }: { accountDBID: number }) => accountDBID);
}

async function createPending() {
  const streamer = await createStreamer(portal);
  await portal.parts.db.execute(
    sql`update twitch_streamers set decision = 'pending' where account_id = ${streamer.id}`,
  );
  return streamer;
}

describe('a streamer request', () => {
  test('is approved once under concurrent decisions, and the audit log names who approved it', async () => {
    const streamer = await createPending();
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(streamer, 'approve')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]?.json()).toMatchObject({ accountDBID: streamer.id, state: 'approved' });
    const { rows } = await portal.parts.db.execute(sql`
      select staff_id as actor, before, after from audit_entries
      where kind = 'twitch_streamer.approve' and account_id = ${streamer.id}`);
    expect(rows).toEqual([
      { actor: staff.id, before: { decision: 'pending' }, after: { decision: 'approved' } },
    ]);
  });

  test('is found by status and by login', async () => {
    const streamer = await createPending();
    expect(await list('state=pending')).toContain(streamer.id);
    expect(await list(`search=${streamer.twitchUser.login}`)).toEqual([streamer.id]);
    await decide(streamer, 'reject');
    expect(await list('state=pending')).not.toContain(streamer.id);
    expect(await list('state=rejected')).toContain(streamer.id);
  });

  test('is decided for the channel staff looked at, not for one linked since', async () => {
    const streamer = await createPending();
    const answer = await decide({ ...streamer, twitchUser: portal.twitch.addUser() }, 'approve');
    expect(answer.statusCode).toBe(409);
    expect(await list('state=pending')).toContain(streamer.id);
  });

  test('accepts a known decision by drops staff only, and only when the request exists', async () => {
    const streamer = await createPending();
    const player = await createSignedInPlayer(portal);
    const viewer = await createViewer(portal);
    const owner = await createOwner(portal);
    expect((await decide(streamer, 'approve', player.token)).statusCode).toBe(403);
    expect((await decide(streamer, 'perhaps')).statusCode).toBe(400);
    expect((await decide(viewer, 'approve')).statusCode).toBe(404);
    expect((await decide({ ...streamer, id: owner.id }, 'approve')).statusCode).toBe(403);
  });
});

async function isShownLive(seenAgo: number): Promise<boolean> {
  const { id } = await createStreamer(portal);
  await portal.parts.db.execute(sql`
    insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute)
    select ${id}, true, true, m, m
    from (select floor(extract(epoch from now()) / 60)::int - ${seenAgo}::int as m) as seen`);
  const answer = await portal.call('GET', '/admin/twitch/streamers?pageSize=100', { token: staff.token });
  const streamers: Streamer[] = answer.json().streamers;
  return streamers.some(({ accountDBID, isLive }) => accountDBID === id && isLive);
}

describe('a channel', () => {
  test('is live only while the latest samples saw it live', async () => {
    expect(await isShownLive(0)).toBe(true);
    expect(await isShownLive(2)).toBe(true);
    expect(await isShownLive(4)).toBe(false);
  });
});

async function findAccounts(search: string, token = staff.token) {
  const query = new URLSearchParams({ search });
  const answer = await portal.call('GET', `/admin/twitch/accounts?${query}`, { token });
  return { status: answer.statusCode, accounts: answer.json().accounts };
}

describe('an account', () => {
  test('is found by its exact id or name with the drops right only, and shows nothing else', async () => {
    const { id, username: name } = await createSignedInPlayer(portal);
    const found = [{ accountDBID: id, userName: name }];
    expect((await findAccounts(String(id))).accounts).toEqual(found);
    expect((await findAccounts(` ${name.toUpperCase()} `)).accounts).toEqual(found);
    expect((await findAccounts(name.slice(0, -1))).accounts).toEqual([]);
    expect((await findAccounts(`${name.slice(0, -1)}%`)).accounts).toEqual([]);
    expect((await findAccounts('2147483648')).accounts).toEqual([]);
    expect((await findAccounts(' ')).status).toBe(400);
  });

  test('does not hide another account whose id is its name', async () => {
    const one = await createSignedInPlayer(portal);
    const number = 100_000 + one.id;
    await portal.parts.db.execute(
      sql`update accounts set user_name = ${String(number)} where id = ${one.id}`,
    );
    await portal.parts.db.execute(sql`
      insert into accounts (id, user_name, email, password_hash)
      overriding system value values (${number}, 'Numbered', 'numbered@example.test', '')`);
    expect((await findAccounts(String(number))).accounts).toEqual([
      { accountDBID: one.id, userName: String(number) },
      { accountDBID: number, userName: 'Numbered' },
    ]);
  });

  test('is looked up by drops staff only, even when its id is known', async () => {
    const viewer = await createViewer(portal);
    const others = SECTIONS.filter((section) => section !== 'twitchDrops');
    const { token } = await createStaff(portal, others);
    expect((await findAccounts(String(viewer.id), token)).status).toBe(403);
    expect((await findAccounts(String(viewer.id), viewer.token)).status).toBe(403);
  });

  test('is shown with its name and linked channel, and an unknown one is not found', async () => {
    const viewer = await createViewer(portal);
    const player = await createSignedInPlayer(portal);
    const minutesOf = (id: number) =>
      portal.call('GET', `/admin/twitch/minutes/${id}`, { token: staff.token });
    expect((await minutesOf(viewer.id)).json()).toEqual({
      accountDBID: viewer.id,
      userName: viewer.username,
      twitchLogin: viewer.twitchUser.login,
      minutes: [],
      claims: [],
    });
    expect((await minutesOf(player.id)).json()).toMatchObject({
      userName: player.username,
      twitchLogin: null,
    });
    const missing = await minutesOf(2_000_000_000);
    expect([missing.statusCode, missing.json().message]).toEqual([404, 'There is no account with this id.']);
  });
});

describe('the health of the samples', () => {
  test('counts the missing minutes of the last hour, whatever was sampled before', async () => {
    // All but ten, into the next minute, so that it does not matter when this one ends.
    await portal.parts.db.execute(sql`
      insert into drop_samples (minute, state, started_at, finished_at)
      select m, case when m = p.present - 5 then 'failed' else 'ok' end, now(), now()
      from (select floor(extract(epoch from now()) / 60)::int as present) p,
           generate_series(p.present - 119, p.present + 1) as m
      where m not between p.present - 30 and p.present - 21`);
    const answer = await portal.call('GET', '/admin/twitch/samples', { token: staff.token });
    expect(answer.json().lastHour).toEqual({ ok: 49, partial: 0, failed: 1, missing: 10 });
  });
});
