import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openPortalFiles } from '#features/backups/portal-files.ts';
import { restoreBackup } from '#features/backups/restore.service.ts';
import { eraseDueAccount, planRecordedErasures } from '#features/privacy/erase.service.ts';
import { createAccountEraser } from '#features/privacy/erasures.jobs.ts';
import {
  collectErasureRecords,
  type ErasureRecord,
  listErasureRecords,
  openErasurePlaces,
  writeErasureRecord,
} from '#features/privacy/erasure-records.ts';
import { selectInstallationId } from '#features/privacy/recorded-erasures.queries.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  type Player,
  usePortal,
} from '#test/account-journeys.ts';
import { backUp, useEmptyDatabase, useFolder } from '#test/backups.ts';
import { ERASING_PROGRAM } from '#test/erasing-process.ts';
import { urlOf } from '#test/database.ts';
import { useFakeS3 } from '#test/fake-s3.ts';
import { killProcess } from '#test/kill-process.ts';
import { startWaygate } from '#test/waygate-program.ts';
import { applyRole, createRole } from '#test/roles.ts';

const portal = await usePortal();
const { parts, call } = portal;
const { db, database, log, config } = parts;

const makeDue = (id: number) =>
  db.execute(sql`insert into account_erasures (account_id, due_at) values (${id}, now())`);

async function recordsIn(given: Pick<typeof config, 'dataDir' | 'backup'> = config): Promise<number[]> {
  const records = await listErasureRecords(await openErasurePlaces(given), await selectInstallationId(db));
  return records.map(({ accountId }) => accountId);
}

async function stateOf(of: Database, ids: number[]) {
  const { rows } = await of.execute(sql`
    select id, erased_at is not null as "isErased",
      exists (select from bans where account_id = accounts.id and is_active) as "isBanned"
    from accounts where id = any(${sql.param(ids)}::int[]) order by id`);
  return rows;
}

/** Restores a backup into an empty database, with the records of this portal's folder or with others. */
async function restore(
  { manifest, place }: Awaited<ReturnType<typeof backUp>>,
  records?: ErasureRecord[],
): Promise<{ erasedAgain: number[]; db: Database }> {
  const connection = await useEmptyDatabase();
  const files = openPortalFiles({ storage: parts.storage, dataDir: config.dataDir });
  const erased =
    records ?? (await listErasureRecords(await openErasurePlaces(config), manifest.installationId));
  const given = { connection, manifest, place, files, migrations: MIGRATIONS, reconnectMs: 0, erased };
  const { erasedAgain } = await restoreBackup(given);
  await migrate({ connection, folder: MIGRATIONS, afterwards: async () => {} });
  const opened = openDatabase({ connection, log });
  onTestFinished(opened.close);
  return { erasedAgain, db: opened.db };
}

/** The record that an erasure of the account would write which begins now. */
async function recordOf(accountId: number): Promise<ErasureRecord> {
  const { rows } = await db.execute<{ fingerprint: string }>(sql`
    select left(encode(sha256(convert_to(reference::text, 'UTF8')), 'hex'), 32) as fingerprint
    from accounts where id = ${accountId}`);
  const [row = { fingerprint: '' }] = rows;
  return { accountId, ...row, begunAtSeconds: Math.floor(Date.now() / 1000) };
}

const startEraser = () =>
  spawn(process.execPath, [ERASING_PROGRAM, JSON.stringify(database.connection), config.dataDir], {
    stdio: 'ignore',
  });

async function killAfterRecord(player: Player): Promise<void> {
  await db.transaction(async (tx) => {
    // The eraser has begun, and can't read the log.
    await tx.execute(sql`lock table audit_entries in access exclusive mode`);
    const child = startEraser();
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => recordsIn(), { timeout: 60_000 }).toContain(player.id);
    await killProcess(child);
  });
}

test('accounts that were erased after a backup are locked by its restore, and erased again', async () => {
  const [erased, kept] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  const backup = await backUp(parts);
  await makeDue(erased.id);
  expect(await eraseDueAccount(parts, erased.id)).toBe(true);

  const restored = await restore(backup);
  expect(restored.erasedAgain).toEqual([erased.id]);
  const ids = [erased.id, kept.id];
  expect(await stateOf(restored.db, ids)).toEqual([
    { id: erased.id, isErased: false, isBanned: true },
    { id: kept.id, isErased: false, isBanned: false },
  ]);
  const eraser = createAccountEraser({ ...parts, db: restored.db });
  // A worker starts twice, and two at once.
  await Promise.all([eraser({}), eraser({})]);
  await eraser({});
  expect(await stateOf(restored.db, ids)).toEqual([
    { id: erased.id, isErased: true, isBanned: true },
    { id: kept.id, isErased: false, isBanned: false },
  ]);
  const { rows } = await restored.db.execute(sql`select from bans where account_id = ${erased.id}`);
  expect(rows).toHaveLength(1);
});

test('an eraser that is killed between the record and the erasure has decided it, for the portal and for a restore', async () => {
  const player = await createSignedInPlayer(portal);
  const backup = await backUp(parts);
  await makeDue(player.id);
  await killAfterRecord(player);
  expect(await stateOf(db, [player.id])).toEqual([{ id: player.id, isErased: false, isBanned: false }]);
  const undone = await call('DELETE', '/user/privacy/erasure', { token: player.token });
  expect([undone.statusCode, undone.json().message]).toEqual([
    409,
    'The deletion of this account has begun. It can no longer be undone.',
  ]);
  const restored = await restore(backup);
  expect(restored.erasedAgain).toContain(player.id);
  await createAccountEraser({ ...parts, db: restored.db })({});
  expect(await stateOf(restored.db, [player.id])).toMatchObject([{ isErased: true }]);
  await once(startEraser(), 'exit');
  expect(await stateOf(db, [player.id])).toMatchObject([{ isErased: true }]);
});

test('what a restore could not find is erased by the next worker that finds it, once for each restore', async () => {
  const [player, later] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  const backup = await backUp(parts);
  await makeDue(player.id);
  await eraseDueAccount(parts, player.id);
  const restored = await restore(backup, []);
  expect(restored.erasedAgain).toEqual([]);
  const plan = () => planRecordedErasures({ db: restored.db, config });
  const planned = await Promise.all([plan(), plan(), plan()]);
  expect(planned.flat()).toContain(player.id);
  expect(new Set(planned.flat()).size).toBe(planned.flat().length);
  await createAccountEraser({ ...parts, db: restored.db })({});
  expect(await stateOf(restored.db, [player.id])).toMatchObject([{ isErased: true, isBanned: true }]);
  await makeDue(later.id);
  await eraseDueAccount(parts, later.id);
  expect(await plan()).toEqual([]);
});

test('a restore plans the erasures itself, for a worker that sees no records', async () => {
  const player = await createSignedInPlayer(portal);
  const backup = await backUp(parts);
  const restored = await restore(backup, [await recordOf(player.id)]);
  await restored.db.execute(sql`update installation set id = gen_random_uuid()`);
  const elsewhere = { ...config, dataDir: await useFolder() };
  await createAccountEraser({ ...parts, config: elsewhere, db: restored.db })({});
  expect(await stateOf(restored.db, [player.id])).toMatchObject([{ isErased: true, isBanned: true }]);
});

test('an erasure in a copy of the portal erases nobody in the portal', async () => {
  const player = await createSignedInPlayer(portal);
  const copy = await restore(await backUp(parts));
  await copy.db.execute(sql`insert into account_erasures (account_id, due_at) values (${player.id}, now())`);
  // They share BACKUP_TO, and nobody gave the copy its own id.
  const shared = { ...config, dataDir: await useFolder() };
  expect(await eraseDueAccount({ ...parts, config: shared, db: copy.db }, player.id)).toBe(true);
  expect(await recordsIn(shared)).toEqual([player.id]);
  await createAccountEraser({ ...parts, config: shared })({});
  expect(await stateOf(db, [player.id])).toEqual([{ id: player.id, isErased: false, isBanned: false }]);
});

test('a record counts for the account that was erased, and from the backup to its restore', async () => {
  const player = await createSignedInPlayer(portal);
  const backup = await backUp(parts);
  const record = await recordOf(player.id);
  const at = (seconds: number) => ({ ...record, begunAtSeconds: record.begunAtSeconds + seconds });
  const others = [at(-2 * 3600), at(3600), { ...record, fingerprint: '0'.repeat(32) }];
  const ignoring = await restore(backup, others);
  expect(ignoring.erasedAgain).toEqual([]);
  expect(await stateOf(ignoring.db, [player.id])).toMatchObject([{ isBanned: false }]);
  const following = await restore(backup, [...others, record, at(-60)]);
  expect(following.erasedAgain).toEqual([player.id]);
});

test('an account that had rights when the backup was taken is erased again too', async () => {
  const staff = await createStaff(portal, ['users', 'news']);
  const owner = await createOwner(portal);
  const inRole = await createSignedInPlayer(portal);
  const role = await createRole(portal, owner, ['products']);
  expect((await applyRole(portal, owner, role, { accounts: [inRole.id] })).statusCode).toBe(200);
  const backup = await backUp(parts);
  const ids = [staff.id, inRole.id].toSorted((a, b) => a - b);
  await db.execute(sql`
    update accounts set web_mgt = 1, sections = '{}', role_id = null where id = any(${sql.param(ids)}::int[])`);
  for (const id of ids) {
    await makeDue(id);
    expect(await eraseDueAccount(parts, id)).toBe(true);
  }
  const restored = await restore(backup);
  expect(restored.erasedAgain).toEqual(ids);
  await createAccountEraser({ ...parts, db: restored.db })({});
  expect(await stateOf(restored.db, ids)).toEqual(ids.map((id) => ({ id, isErased: true, isBanned: true })));
});

test('an erasure that had begun in the backup is not reported as brought back', async () => {
  const player = await createSignedInPlayer(portal);
  await db.execute(sql`
    insert into account_erasures (account_id, due_at, begun_at) values (${player.id}, now(), now())`);
  const record = await recordOf(player.id);
  const restored = await restore(await backUp(parts), [record]);
  expect(restored.erasedAgain).toEqual([player.id]);
  const own = { ...config, dataDir: await useFolder() };
  const places = await openErasurePlaces(own);
  await writeErasureRecord(places, await selectInstallationId(db), record);
  expect(await planRecordedErasures({ db: restored.db, config: own })).toEqual([]);
});

test('files that are no records, or name a number that no account can have, are skipped', async () => {
  const dataDir = await useFolder();
  const folder = path.join(dataDir, 'erasures', 'of-a-portal');
  await mkdir(folder, { recursive: true });
  const fingerprint = 'a'.repeat(32);
  for (const name of [
    '1',
    '1-20260131',
    `1-${fingerprint}`,
    `1-${fingerprint}-99999999999`,
    `2147483648-${fingerprint}-1800000000`,
    `9999999999-${fingerprint}-1800000000`,
    `2147483647-${fingerprint}-1800000000`,
  ])
    await writeFile(path.join(folder, name), '');
  const places = await openErasurePlaces({ dataDir, backup: { ...config.backup, to: undefined } });
  expect(await listErasureRecords(places, 'of-a-portal')).toEqual([
    { accountId: 2_147_483_647, fingerprint, begunAtSeconds: 1_800_000_000 },
  ]);
});

const ofAccount = (accountId: number) => ({
  accountId,
  fingerprint: 'b'.repeat(32),
  begunAtSeconds: 1_800_000_000,
});

test('a restore copies to DATA_DIR the records that it lacks, and no others', async () => {
  const [dataDir, elsewhere] = [await useFolder(), await useFolder()];
  const at = { dataDir, backup: { ...config.backup, to: undefined } };
  const [local] = await openErasurePlaces(at);
  const [from] = await openErasurePlaces({ ...at, dataDir: elsewhere });
  if (!local || !from) throw new Error('A place is missing.');
  await writeErasureRecord([local, from], 'portal', ofAccount(1));
  await writeErasureRecord([from], 'portal', ofAccount(2));
  const known = path.join(dataDir, 'erasures', 'portal', `1-${'b'.repeat(32)}-1800000000`);
  await writeFile(known, 'as it was');
  const collected = await collectErasureRecords(at, from, 'portal');
  expect(collected.map(({ accountId }) => accountId).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(await listErasureRecords([local], 'portal')).toHaveLength(2);
  expect(await readFile(known, 'utf8')).toBe('as it was');
});

test("'waygate restore' prints which accounts were deleted since the backup, and keeps their records", async () => {
  const [folder, dataDir] = [await useFolder(), await useFolder()];
  const to = { kind: 'folder', folder } as const;
  const [one, kept, other] = [
    await createSignedInPlayer(portal),
    await createSignedInPlayer(portal),
    await createSignedInPlayer(portal),
  ];
  const { manifest } = await backUp(parts, to);
  const connection = await useEmptyDatabase();
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir, BACKUP_TO: folder };
  const restoring = (...words: string[]) => startWaygate(['restore', manifest.name, '--yes', ...words], env);
  const before = await restoring().ended;
  expect(before).toMatchObject({ code: 0, output: expect.stringContaining('Restored:') });
  expect(before.output).not.toContain('deleted since the backup');

  const backup = { ...config.backup, to };
  for (const { id } of [other, one]) {
    await makeDue(id);
    await eraseDueAccount({ ...parts, config: { ...config, dataDir: await useFolder(), backup } }, id);
  }
  expect(await restoring().ended).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      `Accounts that were deleted since the backup: ${one.id}, ${other.id}. Nobody can use them, and a worker deletes them again as soon as it starts.`,
    ),
  });
  const asJson = await restoring('--json').ended;
  expect(asJson).toMatchObject({
    code: 0,
    output: expect.stringContaining(`"erasedAgain":[${one.id},${other.id}]`),
  });
  const opened = openDatabase({ connection, log });
  onTestFinished(opened.close);
  expect(await stateOf(opened.db, [one.id, kept.id, other.id])).toMatchObject([
    { isBanned: true },
    { isBanned: false },
    { isBanned: true },
  ]);
  // Also where the backups are gone.
  const ids = await recordsIn({ dataDir, backup: { ...config.backup, to: undefined } });
  expect(ids.toSorted((a, b) => a - b)).toEqual([one.id, other.id]);
}, 240_000);

test('records are also with the backups in a bucket, and name nobody', async () => {
  const s3 = await useFakeS3();
  const to = { kind: 's3', s3: s3.config, prefix: 'portal/' } as const;
  const dataDir = await useFolder();
  const withBucket = { ...config, dataDir, backup: { ...config.backup, to } };
  const player = await createSignedInPlayer(portal);
  const backup = await backUp(parts);
  await makeDue(player.id);
  expect(await eraseDueAccount({ ...parts, config: withBucket }, player.id)).toBe(true);
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  expect(await recordsIn(withBucket)).toEqual([player.id]);
  const restored = await restore(backup, []);
  expect(await planRecordedErasures({ db: restored.db, config: withBucket })).toEqual([player.id]);
});

test('nothing is erased while its record cannot be written', async () => {
  const player = await createSignedInPlayer(portal);
  await makeDue(player.id);
  const dataDir = await useFolder();
  await writeFile(path.join(dataDir, 'erasures'), 'in the way');
  const broken = { ...parts, config: { ...config, dataDir } };
  await expect(eraseDueAccount(broken, player.id)).rejects.toThrow(/erasures/);
  expect(await stateOf(db, [player.id])).toMatchObject([{ isErased: false }]);
  expect(await eraseDueAccount(parts, player.id)).toBe(true);
});
