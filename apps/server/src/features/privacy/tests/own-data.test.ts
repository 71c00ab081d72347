import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createExportOwnData } from '#features/privacy/own-data.service.ts';
import { createSignedInPlayer, randomAddress, usePortal } from '#test/account-journeys.ts';
import { readZip } from '#test/read-zip.ts';
import { createFullAccount, MARK } from './full-account.ts';

const portal = await usePortal();
const { parts, call } = portal;

async function collect(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const part of file) chunks.push(part);
  return Buffer.concat(chunks);
}

test('a player downloads what is stored about them as JSON and CSV, and nothing of others', async () => {
  const player = await createFullAccount(portal);
  const answer = await call('POST', '/user/privacy/export', { token: player.token });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
  });
  const files = await readZip(answer.rawPayload);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['README.txt', 'accounts.json', 'accounts.csv', 'orders.json', 'staff_notes.csv']),
  );
  expect(JSON.parse(files.get('accounts.json') ?? '')).toMatchObject([
    { id: player.id, user_name: player.username, email: player.email },
  ]);
  expect(JSON.parse(files.get('account_activity.json') ?? '')).toMatchObject([{ last_ip: '203.0.113.77' }]);
  expect(files.get('characters.csv')).toContain(`${MARK}hero`);
  const all = [...files.values()].join('\n');
  expect(all).not.toMatch(/password_hash|token_hash|argon2/);
  expect(all).not.toContain(player.owner.email);
});

test('an address that was typed and never confirmed shows nothing of its owner', async () => {
  const player = await createSignedInPlayer(portal);
  const stranger = 'stranger@example.com';
  await parts.db.execute(sql`update accounts set pending_email = ${stranger} where id = ${player.id}`);
  await parts.db.execute(sql`
    insert into mails (kind, recipient, parameters) values ('reset-password', ${stranger}, '{}')`);
  const file = await createExportOwnData(parts.db)({ accountId: player.id, address: randomAddress() });
  const files = await readZip(await collect(file.parts));
  expect(files.get('mails.json') ?? '').not.toContain(stranger);
});

test('a table of more rows than are read at once is whole', async () => {
  const { id } = await createSignedInPlayer(portal);
  await parts.db.execute(sql`
    insert into drop_minutes (account_id, kind, minute, channel_id)
    select ${id}, 'viewer', minute, 1 from generate_series(1, 2500) as minute`);
  const { parts: chunks } = await createExportOwnData(parts.db)({ accountId: id, address: randomAddress() });
  const files = await readZip(await collect(chunks));
  const minutes = JSON.parse(files.get('drop_minutes.json') ?? '').map(
    ({ minute }: { minute: number }) => minute,
  );
  expect(new Set(minutes).size).toBe(2500);
  expect(files.get('drop_minutes.csv')?.trim().split('\r\n')).toHaveLength(2501);
});

test('an account exports once at a time, and again after it left', async () => {
  const { id } = await createSignedInPlayer(portal);
  const exportOwnData = createExportOwnData(parts.db);
  const first = await exportOwnData({ accountId: id, address: randomAddress() });
  await expect(exportOwnData({ accountId: id, address: randomAddress() })).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  const iterator = first.parts[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
  const second = await exportOwnData({ accountId: id, address: randomAddress() });
  expect((await collect(second.parts)).subarray(0, 2).toString()).toBe('PK');
});

test('a network exports once at a time, whatever account', async () => {
  const exportOwnData = createExportOwnData(parts.db);
  const ids = [1, 2, 3].map(async () => (await createSignedInPlayer(portal)).id);
  const [one = 0, other = 0, third = 0] = await Promise.all(ids);
  const first = await exportOwnData({ accountId: one, address: '2001:db8:1:2::1' });
  await expect(exportOwnData({ accountId: other, address: '2001:db8:1:2::9' })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('Somebody in your network'),
  });
  const elsewhere = await exportOwnData({ accountId: third, address: '2001:db8:1:3::9' });
  await collect(first.parts);
  const second = await exportOwnData({ accountId: other, address: '2001:db8:1:2::9' });
  for (const file of [elsewhere, second])
    expect((await collect(file.parts)).subarray(0, 2).toString()).toBe('PK');
});

test('an old sign-in is asked again before the data is downloaded', async () => {
  const { id, token, password } = await createSignedInPlayer(portal);
  await parts.db.execute(
    sql`update sessions set verified_at = now() - interval '16 minutes' where account_id = ${id}`,
  );
  const download = () => call('POST', '/user/privacy/export', { token });
  const refused = await download();
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'sudo_required']);
  await call('POST', '/user/sudo', { token, body: { password } });
  expect((await download()).statusCode).toBe(200);
});

test('an account exports five times an hour', async () => {
  const { token } = await createSignedInPlayer(portal);
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await call('POST', '/user/privacy/export', { token })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
