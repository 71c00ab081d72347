import { describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { mailboxOf } from '#features/mail/mail-ration.ts';
import { createSignedInPlayer, randomAddress, uniqueName, usePortal } from '#test/account-journeys.ts';

const portal = await usePortal();

const statuses = (answers: { statusCode: number }[]) =>
  [200, 429].map((status) => answers.filter(({ statusCode }) => statusCode === status).length);
const register = (email: string, address = randomAddress()) =>
  portal.call('POST', '/auth/register', {
    body: { username: uniqueName(), email, password: 'correct horse' },
    address,
  });
const forgot = (email: string, address = randomAddress()) =>
  portal.call('POST', '/user/request-password-reset-unauth', { body: { email }, address });
const mailsTo = async (pattern: string) => {
  const { rows } = await portal.parts.db.execute<{ kind: string }>(
    sql`select kind from mails where recipient ilike ${pattern}`,
  );
  return rows.map(({ kind }) => kind);
};

test.each([
  ['ana+shop@example.com', 'ana@example.com'],
  ['Ana+a+b@EXAMPLE.com', 'ana@example.com'],
  ['ａｎａ@example.com', 'ana@example.com'],
  ['+ana@example.com', '+ana@example.com'],
  ['a.na@example.com', 'a.na@example.com'],
  ['ana@example.com.', 'ana@example.com'],
  ['ana@mail.example。com', 'ana@mail.example.com'],
  ['ana@Exämple.com', 'ana@xn--exmple-cua.com'],
  ['ana@xn--exmple-cua.com', 'ana@xn--exmple-cua.com'],
])('counts %s as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

describe('a mailbox', () => {
  test('gets at most ten mails an hour, whatever follows the plus sign and however many ask at once', async () => {
    const name = uniqueName();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => register(`${name}+${n}@example.com`)),
    );
    expect(statuses(answers)).toEqual([10, 6]);
    expect(await mailsTo(`${name}%`)).toHaveLength(10);
    // A refused registration leaves no account behind.
    const { rows } = await portal.parts.db.execute(sql`select from accounts where email like ${`${name}%`}`);
    expect(rows).toHaveLength(10);
  });

  test('gets at most ten links for a reset an hour, and every request answers as ever', async () => {
    const name = uniqueName();
    const resets = await Promise.all(
      Array.from({ length: 14 }, (_, n) => forgot(`${name}+${n % 3}@example.com`)),
    );
    expect(statuses(resets)).toEqual([14, 0]);
    expect(new Set(resets.map(({ body }) => body)).size).toBe(1);
    expect(await mailsTo(`${name}%`)).toHaveLength(10);
  });

  test('still gets a link for a reset after strangers have used up its other mails', async () => {
    const name = uniqueName();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => register(`${name}+${n}@example.com`)),
    );
    expect(statuses(answers)).toEqual([10, 2]);
    await forgot(`${name}@example.com`);
    expect(await mailsTo(`${name}@example.com`)).toEqual(['reset-password']);
  });

  test('still gets the notice of a change', async () => {
    const { email, token, id } = await createSignedInPlayer(portal);
    await Promise.all(Array.from({ length: 12 }, (_, n) => register(email.replace('@', `+${n}@`))));
    const { db } = portal.parts;
    await db.execute(sql`update accounts set permission = 32 where id = ${id}`);
    const profile = await portal.call('GET', `/admin/users/${id}`, { token });
    const response = await portal.call('PUT', `/admin/users/${id}`, {
      token,
      body: { email: `new_${email}`, revision: profile.json().revision },
    });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
    expect(await mailsTo(email)).toContain('email-changed');
  });
});

test('an address asks for at most forty mails an hour, of every kind and to any mailbox', async () => {
  const address = randomAddress();
  const registered = await Promise.all(
    Array.from({ length: 20 }, () => register(`${uniqueName()}@example.com`, address)),
  );
  const resets = await Promise.all(
    Array.from({ length: 20 }, () => forgot(`${uniqueName()}@example.com`, address)),
  );
  expect([statuses(registered), statuses(resets)]).toEqual([
    [20, 0],
    [20, 0],
  ]);
  const { token } = await createSignedInPlayer(portal);
  const more = await portal.call('POST', '/user/request-password-reset', { token, address });
  expect(more.statusCode).toBe(429);
  expect(Number(more.headers['retry-after'])).toBeGreaterThan(3000);
});

/** How twenty requests from one IPv6 network are answered. */
async function askFrom(network: string) {
  const requests = Array.from({ length: 20 }, (_, host) =>
    forgot(`${uniqueName()}@example.com`, `${network}::${host}`),
  );
  return statuses(await Promise.all(requests));
}

test('the networks around an IPv6 address ask for four and sixteen times as many', async () => {
  const { db } = portal.parts;
  expect(await askFrom('2001:db8:61:101')).toEqual([20, 0]);
  await db.execute(sql`update rate_limits set used = 150 where key = 'mail address:2001:db8:61:100::/56'`);
  expect(await askFrom('2001:db8:61:102')).toEqual([10, 10]);
  expect(await askFrom('2001:db8:61:201')).toEqual([20, 0]);
});
