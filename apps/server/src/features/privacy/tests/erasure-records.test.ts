import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openPortalFiles } from '#features/backups/portal-files.ts';
import { restoreBackup } from '#features/backups/restore.service.ts';
import { eraseDueAccount, planRecordedErasures } from '#features/privacy/erase.service.ts';
import { createAccountEraser } from '#features/privacy/erasures.jobs.ts';
import { listErasureRecords, openErasurePlaces } from '#features/privacy/erasure-records.ts';
import { selectInstallationId } from '#features/privacy/recorded-erasures.queries.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { createSignedInPlayer, type Player, usePortal } from '#test/account-journeys.ts';
import { backUp, useEmptyDatabase, useFolder } from '#test/backups.ts';
import { ERASING_PROGRAM } from '#test/erasing-process.ts';
import { urlOf } from '#test/database.ts';
import { useFakeS3 } from '#test/fake-s3.ts';
import { startWaygate } from '#test/waygate-program.ts';

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

/** Restores a backup into an empty database, with the records of this portal's folder. */
async function restore(backup: Awaited<ReturnType<typeof backUp>>) {
  const connection = await useEmptyDatabase();
  const files = openPortalFiles({ storage: parts.storage, dataDir: config.dataDir });
  const erased = await listErasureRecords(await openErasurePlaces(config), backup.manifest.installationId);
  const given = { connection, ...backup, files, migrations: MIGRATIONS, reconnectMs: 0, erased };
  const { erasedAgain } = await restoreBackup(given);
  await migrate({ connection, folder: MIGRATIONS, afterwards: async () => {} });
  const opened = openDatabase({ connection, log });
  onTestFinished(opened.close);
  return { erasedAgain, db: opened.db };
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
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
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
  await Promise.all([eraser({ isStart: true }), eraser({ isStart: true })]);
  await eraser({ isStart: true });
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
  await createAccountEraser({ ...parts, db: restored.db })({ isStart: true });
  expect(await stateOf(restored.db, [player.id])).toMatchObject([{ isErased: true }]);
  await once(startEraser(), 'exit');
  expect(await stateOf(db, [player.id])).toMatchObject([{ isErased: true }]);
});

test('a restore that misses the records is made up for by the next start of a worker', async () => {
  const player = await createSignedInPlayer(portal);
  const { manifest, place } = await backUp(parts);
  await makeDue(player.id);
  await eraseDueAccount(parts, player.id);
  const connection = await useEmptyDatabase();
  const files = openPortalFiles({ storage: parts.storage, dataDir: config.dataDir });
  await restoreBackup({ connection, manifest, place, files, migrations: MIGRATIONS, reconnectMs: 0 });
  const opened = openDatabase({ connection, log });
  onTestFinished(opened.close);
  await createAccountEraser({ ...parts, db: opened.db })({ isStart: true });
  expect(await stateOf(opened.db, [player.id])).toMatchObject([{ isErased: true, isBanned: true }]);
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
  await makeDue(player.id);
  expect(await eraseDueAccount({ ...parts, config: withBucket }, player.id)).toBe(true);
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  expect(await recordsIn(withBucket)).toEqual([player.id]);
  // Of another account with the same number, in a database that was made anew, nothing is erased.
  await db.execute(
    sql`update accounts set erased_at = null, registered_at = now() + interval '2 days' where id = ${player.id}`,
  );
  await db.execute(sql`delete from account_erasures where account_id = ${player.id}`);
  expect(await planRecordedErasures({ db, config: withBucket })).toEqual([]);
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
