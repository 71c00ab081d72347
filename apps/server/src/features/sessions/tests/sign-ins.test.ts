import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mails } from '#features/mail/mail.tables.ts';
import { signIns } from '#features/sessions/sessions.tables.ts';
import { deleteOldSignIns } from '#features/sessions/sign-ins.queries.ts';
import {
  createSignedInPlayer,
  type Player,
  receivedMail,
  registerPlayer,
  uniqueName,
  usePortal,
} from '#test/account-journeys.ts';
import { LOCKED, signInAttempts } from '#test/sign-in-attempts.ts';

const portal = await usePortal({ isWorker: true });
const { db } = portal.parts;
const { attempt, signInFrom, fail } = signInAttempts(portal);

type Entry = { outcome: string; network: string | null; isNewDevice: boolean };
const historyOf = async (token: string) =>
  (await portal.call('GET', '/user/sign-ins', { token })).json().signIns as Entry[];
const rowsOf = ({ id }: Pick<Player, 'id'>) => db.select().from(signIns).where(eq(signIns.accountId, id));
const mailsOf = async ({ id }: Pick<Player, 'id'>, kind: string) =>
  (await db.select().from(mails).where(eq(mails.accountId, id))).filter((mail) => mail.kind === kind).length;

describe('the history of sign-ins', () => {
  test('names what was new, the newest first', async () => {
    const player = await createSignedInPlayer(portal);
    const address = '203.0.113.9';
    const cookie = await signInFrom({ identifier: player.username, address });
    await signInFrom({ identifier: player.username, address: '198.51.100.3', cookie });
    await signInFrom({ identifier: player.username, address });
    await attempt({ identifier: player.email, password: 'wrong password', address: '192.0.2.4' });
    const shown = (await historyOf(player.token)).map(
      ({ outcome, network, isNewDevice }) => `${outcome} ${network} ${isNewDevice ? 'new' : 'known'}`,
    );
    expect(shown.slice(0, 4)).toEqual([
      'wrong_password 192.0.2.0/24 new',
      'signed_in 203.0.113.0/24 known',
      'signed_in 198.51.100.0/24 known',
      'signed_in 203.0.113.0/24 new',
    ]);
    expect(shown).toHaveLength(5);
  });

  test('has a failure of one network once an hour', async () => {
    const player = await createSignedInPlayer(portal);
    const failFrom = () =>
      attempt({ identifier: player.username, password: 'wrong password', address: '192.0.2.4' });
    for (let index = 0; index < 3; index += 1) await failFrom();
    expect((await rowsOf(player)).filter(({ outcome }) => outcome === 'wrong_password')).toHaveLength(1);
    await db
      .update(signIns)
      .set({ at: sql`now() - interval '61 minutes'` })
      .where(eq(signIns.accountId, player.id));
    await failFrom();
    expect((await rowsOf(player)).filter(({ outcome }) => outcome === 'wrong_password')).toHaveLength(2);
  });

  test('keeps the newest fifty sign-ins and twenty failures, so that no stranger pushes out what the owner did', async () => {
    const player = await createSignedInPlayer(portal);
    await db.execute(sql`
      insert into sign_ins (account_id, outcome, method, network, is_new_device)
      select ${player.id}, case when n % 2 = 0 then 'signed_in' else 'wrong_password' end, 'password',
        '198.51.' || n || '.0/24', false
      from generate_series(1, 240) as n`);
    await attempt({ identifier: player.username, password: 'wrong password' });
    await signInFrom({ identifier: player.username });
    const kept = (await rowsOf(player)).map(({ outcome }) => outcome);
    expect(kept.filter((outcome) => outcome === 'signed_in')).toHaveLength(50);
    expect(kept.filter((outcome) => outcome === 'wrong_password')).toHaveLength(20);
    expect(await historyOf(player.token)).toHaveLength(50);
  });

  test('holds its bounds while many guess and sign in at once', async () => {
    const player = await createSignedInPlayer(portal);
    await db.execute(sql`
      insert into sign_ins (account_id, outcome, method, network, is_new_device)
      select ${player.id}, case when n % 2 = 0 then 'signed_in' else 'wrong_password' end, 'password',
        '198.51.' || n || '.0/24', false
      from generate_series(1, 160) as n`);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        attempt({ identifier: player.username, ...(index % 3 === 0 && { password: 'wrong password' }) }),
      ),
    );
    expect(answers.filter(({ statusCode }) => ![200, 401, 429].includes(statusCode))).toEqual([]);
    await attempt({ identifier: player.email, password: 'wrong password' });
    await signInFrom({ identifier: player.email });
    const kept = (await rowsOf(player)).map(({ outcome }) => outcome);
    expect(kept.filter((outcome) => outcome === 'signed_in').length).toBeLessThanOrEqual(50);
    expect(kept.filter((outcome) => outcome === 'wrong_password').length).toBeLessThanOrEqual(20);
  });

  test('forgets after 90 days', async () => {
    const player = await createSignedInPlayer(portal);
    await db
      .update(signIns)
      .set({ at: sql`now() - interval '89 days'` })
      .where(eq(signIns.accountId, player.id));
    await deleteOldSignIns(db);
    expect(await rowsOf(player)).toHaveLength(1);
    await db
      .update(signIns)
      .set({ at: sql`now() - interval '91 days'` })
      .where(eq(signIns.accountId, player.id));
    await deleteOldSignIns(db);
    expect(await rowsOf(player)).toEqual([]);
  });

  test('has nothing of a name that nobody has', async () => {
    const before = await db.$count(signIns);
    expect((await attempt({ identifier: uniqueName() })).statusCode).toBe(401);
    expect(await db.$count(signIns)).toBe(before);
  });
});

describe('a sign-in from a new device', () => {
  test('is mailed with browser and network, unless it is the first, or device or network are known', async () => {
    const player = await createSignedInPlayer(portal);
    expect(await mailsOf(player, 'new-device')).toBe(0);
    const cookie = await signInFrom({ identifier: player.username, address: '203.0.113.80' });
    const mail = await receivedMail(db, { to: player.email, subject: /New sign-in/ });
    expect(mail.bodyText).toContain('203.0.113.0/24');
    expect(mail.bodyText).toMatch(/\/not-me\/[\w-]{43}/);
    await signInFrom({ identifier: player.username, cookie });
    await signInFrom({ identifier: player.username, address: '203.0.113.80' });
    expect(await mailsOf(player, 'new-device')).toBe(1);
  });

  test('is not mailed to an address that was never confirmed', async () => {
    const player = await registerPlayer(portal);
    await signInFrom({ identifier: player.username });
    await signInFrom({ identifier: player.username });
    expect(await mailsOf(player, 'new-device')).toBe(0);
  });
});

describe('a locked account', () => {
  test('is mailed at most once a day, also when many are refused at once', async () => {
    const player = await createSignedInPlayer(portal);
    expect(await fail({ identifier: player.username })).toEqual(LOCKED);
    expect(await fail({ identifier: player.email })).toEqual(LOCKED);
    await Promise.all(
      Array.from({ length: 8 }, () => attempt({ identifier: player.username, password: 'wrong password' })),
    );
    expect(await mailsOf(player, 'account-locked')).toBe(1);
    const mail = await receivedMail(db, { to: player.email, subject: /Blocked sign-in/ });
    expect(mail.bodyText).toContain('Your password was not guessed');
    await db.execute(sql`update rate_limits set resets_at = now() where key like 'sign-in %'`);
    expect(await fail({ identifier: player.username })).toEqual(LOCKED);
    expect(await mailsOf(player, 'account-locked')).toBe(2);
  });

  test('gets no mail because its address is blocked for guesses at others', async () => {
    const [player, address] = [await createSignedInPlayer(portal), '192.0.2.200'];
    await Promise.all(Array.from({ length: 55 }, () => attempt({ identifier: uniqueName(), address })));
    expect((await attempt({ identifier: player.username, address })).statusCode).toBe(429);
    expect(await mailsOf(player, 'account-locked')).toBe(0);
  });
});
