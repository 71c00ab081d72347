import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSignedInPlayer, createStaff, usePortal } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';

const portal = await usePortal();

const rowsRead = async (list: string, accountId: number) => {
  const { rows } = await portal.parts.db.execute<{ used: number }>(
    sql`select used from rate_limits where key = ${`rows of ${list} by ${accountId}`}`,
  );
  return rows[0]?.used ?? 0;
};

test('a single audit entry counts as a row of the log, once an hour', async () => {
  const staff = await createStaff(portal, ['users']);
  const player = await createSignedInPlayer(portal);
  const { token } = staff;
  await portal.call('PUT', `/admin/users/${player.id}`, { token, body: { userName: `${player.username}x` } });
  expect(await auditOf(portal, 'user.update', player.id)).toHaveLength(1);
  const { rows } = await portal.parts.db.execute<{ id: number }>(
    sql`select id::int as id from audit_entries where account_id = ${player.id}`,
  );
  const read = () => portal.call('GET', `/admin/audit/${rows[0]?.id}`, { token });
  expect([(await read()).statusCode, (await read()).statusCode]).toEqual([200, 200]);
  expect(await rowsRead('audit', staff.id)).toBe(1);
});

test('the minutes of a single account count as a row, once an hour', async () => {
  const staff = await createStaff(portal, ['twitchDrops']);
  const player = await createSignedInPlayer(portal);
  const read = () => portal.call('GET', `/admin/twitch/minutes/${player.id}`, { token: staff.token });
  expect([(await read()).statusCode, (await read()).statusCode]).toEqual([200, 200]);
  expect(await rowsRead('minutes', staff.id)).toBe(1);
});
