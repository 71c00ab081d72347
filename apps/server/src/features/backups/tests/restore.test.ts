import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findBackup, listBackups } from '#features/backups/backup-place.ts';
import { createBackupMaker } from '#features/backups/backups.jobs.ts';
import { selectBackupState, updateBackupSchedule } from '#features/backups/backups.queries.ts';
import { BACKUP_ALERTS } from '#features/backups/backups.alerts.ts';
import { createBackup } from '#features/backups/create-backup.service.ts';
import { checkBackup } from '#features/backups/restore.service.ts';
import { removeInterrupted } from '#features/backups/retention.service.ts';
import { openKeys, restoreKeys } from '#features/backups/sealed-keys.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import type { Connection } from '#platform/db/database.ts';
import { selectCopiedTables } from '#platform/db/copy/copied-tables.ts';
import { connectForCopy } from '#platform/db/copy/load-target.ts';
import { deleteLoad, insertLoad } from '#platform/db/copy/unfinished-load.ts';
import { selectChecksum } from '#platform/db/copy/table-checksums.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { useTestDatabase, urlOf } from '#test/database.ts';
import { useFakeS3 } from '#test/fake-s3.ts';
import { waitsFor } from '#test/locks.ts';
import { startPaidOrder, useShop } from '#test/shop-journeys.ts';
import { backUp, restoreTo, useEmptyDatabase, useFolder } from '#test/backups.ts';
import { startWaygate } from '#test/waygate-program.ts';

const shop = await useShop({ isWorker: false });
const { parts } = shop;
const PASSPHRASE = 'correct horse battery staple';
const withBackup = (changes: Partial<typeof parts.config.backup>) => ({
  ...parts,
  config: { ...parts.config, backup: { ...parts.config.backup, ...changes } },
});

beforeAll(async () => {
  await startPaidOrder(shop);
  await parts.db.execute(sql`update products set description = E'a\\ttab, a\\nline, a \\\\ and \\U0001F408'`);
  await parts.storage.put('media/picture.webp', Buffer.from('picture'), 'image/webp');
  await parts.storage.put(
    'downloads/launcher.exe',
    Buffer.alloc(33 * 2 ** 20, 7),
    'application/octet-stream',
  );
  await mkdir(path.join(parts.config.dataDir, 'brand'), { recursive: true });
  await writeFile(path.join(parts.config.dataDir, 'brand/theme.css'), ':root {}');
  await writeFile(path.join(parts.config.dataDir, 'game-account-key'), 'the key');
});

function fail(): never {
  throw new Error('The disk is gone.');
}

function maker(to: string, storage = parts.storage) {
  return createBackupMaker({
    ...withBackup({ to: { kind: 'folder', folder: to }, everySeconds: 3600 }),
    storage,
    readVersion: async () => '1.2.3',
  });
}

/** What each table holds. Backups and restores are about the database itself; a restore changes sweeps and open deliveries. */
async function contentOf(connection: Connection): Promise<Record<string, unknown>> {
  const client = await connectForCopy(connection);
  try {
    const content: Record<string, unknown> = {};
    for (const table of await selectCopiedTables(client))
      if (!/^(backups|restores|payment_sweeps|deliveries|sessions|account_tokens)$/.test(table.name))
        content[table.name] = await selectChecksum(client, table);
    return content;
  } finally {
    await client.end();
  }
}

describe('a backup in a bucket', () => {
  test('restores every row, file and key, and sequences continue far ahead', async () => {
    const s3 = await useFakeS3();
    const place = { kind: 's3', s3: s3.config, prefix: 'portal/' } as const;
    await parts.db.execute(sql`create table crm_notes (id smallserial, body text)`);
    await parts.db.execute(sql`alter table accounts add column crm_note text`);
    const launcher = Buffer.alloc(17 * 2 ** 20, 7);
    await parts.storage.put('downloads/launcher.exe', launcher, 'application/octet-stream');
    onTestFinished(() => parts.storage.remove('downloads/launcher.exe'));
    const storage = {
      ...parts.storage,
      list: async function* list(below: string) {
        yield* parts.storage.list(below);
        if (below === 'media') yield 'media//odd.webp';
      },
    };
    const backup = await backUp({ ...withBackup({ passphrase: PASSPHRASE }), storage }, place);
    await parts.db.execute(sql`drop table crm_notes`);
    await parts.db.execute(sql`alter table accounts drop column crm_note`);
    expect(backup.manifest.leftOut).toEqual(['crm_notes', 'accounts.crm_note', 'media//odd.webp']);
    expect(await findBackup(backup.place, 'latest')).toBe(backup.manifest.name);
    expect(backup.manifest.files.map(({ key }) => key).toSorted()).toEqual([
      'brand/theme.css',
      'downloads/launcher.exe',
      'media/picture.webp',
    ]);
    const [connection, dataDir] = [await useEmptyDatabase(), await useFolder()];
    const config = { ...parts.config, dataDir };
    const stored = { storage: await createStorage({ dataDir, s3: undefined }), config };
    expect(await restoreTo(connection, stored, withForeign(backup))).toEqual(['crm_notes']);

    expect(await contentOf(connection)).toEqual(await contentOf(parts.database.connection));
    const restored = await readFile(path.join(dataDir, 'downloads/launcher.exe'));
    expect(restored.equals(launcher)).toBe(true);
    expect(await readFile(path.join(dataDir, 'brand/theme.css'), 'utf8')).toBe(':root {}');
    await expect(openKeys(backup.manifest, 'something else')).rejects.toThrow(/BACKUP_PASSPHRASE/);
    const keys = await openKeys(backup.manifest, PASSPHRASE);
    await writeFile(path.join(dataDir, 'game-account-key'), 'another key');
    const credentialKeys = [{ id: '1', key: Buffer.alloc(32) }];
    expect(await restoreKeys({ ...config, credentialKeys }, keys, new Date(0))).toMatchObject({
      overridden: [{ file: 'game-account-key', variable: 'GAME_ACCOUNT_KEY' }],
    });
    expect(await readFile(path.join(dataDir, 'game-account-key'), 'utf8')).toBe('the key');
    const kept = path.join(dataDir, 'game-account-key.before-restore-19700101T000000000Z');
    expect(await readFile(kept, 'utf8')).toBe('another key');
    // Nothing is left to migrate, and nothing refuses the start.
    expect(await migrate({ connection, folder: MIGRATIONS, afterwards: async () => {} })).toEqual([]);
    const client = await connectForCopy(connection);
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      `select nextval('orders_id_seq')::int > 1000000 as "isAhead", backup, (select count(*)::int from backups where verified_at is null) as unfinished,
        (select count(*)::int from sessions) as sessions from restores`,
    );
    const { name } = backup.manifest;
    expect(rows).toEqual([{ isAhead: true, backup: name, unfinished: 0, sessions: 0 }]);
  });
});

/** As a release made it that copied everything in `public`. */
function withForeign({ place, manifest }: Awaited<ReturnType<typeof backUp>>) {
  const table = { schema: 'public', name: 'crm_notes', columns: ['id'], rows: 0, parts: [] };
  const stray = { name: 'crm_numbers', type: 'integer' as const, lastValue: '2147483647' };
  const { tables, sequences } = manifest;
  return {
    place,
    manifest: { ...manifest, tables: [...tables, table], sequences: [...sequences, stray] },
  };
}

describe('latest', () => {
  test('is the newest backup of the portal that it replaces, and never a guess', async () => {
    const place = createDiskStorage(await useFolder());
    const names = ['waygate-11111111-20260101T000000000Z', 'waygate-22222222-20260102T000000000Z'] as const;
    for (const name of names) await place.put(`${name}/manifest.json`, Buffer.from('{}'), 'application/json');
    const [own, ours, theirs] = ['11111111-0000-4000-8000-000000000000', ...names];
    expect(await findBackup(place, 'latest', own)).toBe(ours);
    await expect(findBackup(place, theirs, own)).rejects.toThrow(/another portal.*--other-portal/);
    expect(await findBackup(place, theirs)).toBe(theirs);
    await expect(findBackup(place, 'latest')).rejects.toThrow(/several portals. Name one/);
    await expect(findBackup(place, 'latest', 'f'.repeat(36))).rejects.toThrow(/of this portal. There are/);
  });
});

describe('a backup that is damaged', () => {
  test('is refused before anything is replaced', async () => {
    const folder = await useFolder();
    const { place, manifest } = await backUp(parts, { kind: 'folder', folder });
    const check = () => checkBackup(place, manifest.name, MIGRATIONS);
    expect((await check()).name).toBe(manifest.name);
    const file = path.join(folder, manifest.files[0]?.parts[0]?.key ?? '');
    const content = await readFile(file);
    await writeFile(file, Buffer.concat([content.subarray(1), Buffer.from('x')]));
    await expect(check()).rejects.toThrow(/damaged: .* doesn't have its checksum/);
    await writeFile(file, content);
    const list = path.join(folder, manifest.name, 'manifest.json');
    await writeFile(list, (await readFile(list, 'utf8')).replace('"rows": 1,', '"rows": 2,'));
    await expect(check()).rejects.toThrow(/manifest.json was changed/);
  });

  test('of a newer release names that release', async () => {
    const { db } = parts;
    await db.execute(sql`insert into schema_migrations values ('9999-future.sql', 'x')`);
    const { place, manifest } = await backUp(parts);
    await db.execute(sql`delete from schema_migrations where name = '9999-future.sql'`);
    await expect(checkBackup(place, manifest.name, MIGRATIONS)).rejects.toThrow(
      /Waygate 1\.2\.3.*9999-future/,
    );
  });
});

describe('kill -9', () => {
  test('during a backup leaves nothing that looks like one, and a day later it is removed', async () => {
    const s3 = await useFakeS3();
    const running = startWaygate(['backup', '--to', 's3://waygate/night'], {
      DATABASE_URL: urlOf(parts.database.connection),
      DATA_DIR: parts.config.dataDir,
      S3_BUCKET: 'waygate',
      S3_REGION: s3.config.region,
      S3_ENDPOINT: s3.config.endpoint ?? '',
      S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    });
    await expect.poll(() => s3.objects.size, { interval: 2, timeout: 60_000 }).toBeGreaterThan(10);
    running.child.kill('SIGKILL');
    await running.ended;
    const night = { kind: 's3', s3: s3.config, prefix: 'night/' } as const;
    // Its connection holds the lock until the database notices that it is gone.
    const { place, manifest } = await vi.waitFor(() => backUp(parts, night), { timeout: 60_000 });
    expect((await listBackups(place)).map(({ isComplete }) => isComplete)).toEqual([false, true]);
    expect(await findBackup(place, 'latest')).toBe(manifest.name);
    await removeInterrupted(place, { ...manifest, now: new Date(Date.now() + 86_500_000) });
    expect((await listBackups(place)).map(({ name }) => name)).toEqual([manifest.name]);
  }, 180_000);

  test('during a restore leaves a portal that refuses to start until the restore is run again', async () => {
    const s3 = await useFakeS3();
    const backup = await backUp(parts, { kind: 's3', s3: s3.config, prefix: '' });
    const { name } = backup.manifest;
    const { connection } = await useTestDatabase();
    const env = {
      DATABASE_URL: urlOf(connection),
      DATA_DIR: await useFolder(),
      BACKUP_TO: 's3://waygate',
      BACKUP_S3_REGION: s3.config.region,
      BACKUP_S3_ENDPOINT: s3.config.endpoint ?? '',
      BACKUP_S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
    };
    const client = await connectForCopy(connection);
    await client.query('create table crm_notes (id integer)');
    await expect(restoreTo(connection, parts, backup)).rejects.toThrow(
      /Other programs use this database \(connections: 1/,
    );
    await client.end();
    const refused = startWaygate(['restore', name, '--yes', '--other-portal'], env);
    expect(await refused.ended).toMatchObject({ code: 1, output: expect.stringContaining('crm_notes') });
    const held = s3.hold(`${name}/public.orders.copy.gz.00001`, 0);
    const killed = startWaygate(['restore', name, '--yes', '--other-portal', '--drop-others'], env);
    await expect.poll(held.count, { timeout: 60_000 }).toBe(1);
    held.release();
    const again = s3.hold(`${name}/public.orders.copy.gz.00001`, 0);
    await expect.poll(again.count, { timeout: 60_000 }).toBe(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    again.release();
    const start = () => migrate({ connection, folder: MIGRATIONS, afterwards: async () => {} });
    await expect(start()).rejects.toThrow(`Run 'waygate restore ${name}' again.`);

    const finished = startWaygate(['restore', name, '--yes', '--json'], env);
    expect(await finished.ended).toEqual({ code: 0, output: expect.stringContaining(`"name":"${name}"`) });
    expect(await start()).toEqual([]);
    expect(await contentOf(connection)).toEqual(await contentOf(parts.database.connection));
  }, 240_000);
});

describe('the worker', () => {
  test('backs up when it is due, removes what is too old, and raises an alert when it fails for long', async () => {
    const folder = await useFolder();
    const { db } = parts;
    await db.execute(sql`delete from backups`);
    const count = async () => {
      const { rows } = await db.execute<{ count: number }>(sql`select ${BACKUP_ALERTS[0]?.count} as count`);
      return rows[0]?.count;
    };
    await updateBackupSchedule(db, { everySeconds: 3600, place: folder });
    expect(await count()).toBe(0);
    // By then, every table is copied.
    await expect(maker(folder, { ...parts.storage, list: fail })({})).rejects.toThrow('The disk is gone.');
    const left = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    await db.execute(sql`update backup_schedule set since = now() - interval '3 hours'`);
    await db.execute(
      sql`insert into backups (name, place, verified_at) values ('by hand', '/mnt/usb', now())`,
    );
    expect(await count()).toBe(1);
    expect(await selectBackupState(db)).toMatchObject({ ageSeconds: null, failure: 'The disk is gone.' });
    // Tried again after an hour.
    await maker(folder)({});
    expect(await count()).toBe(1);
    await db.execute(sql`update backups set began_at = now() - interval '61 minutes'`);

    await Promise.allSettled([maker(folder)({}), maker(folder)({})]);
    await maker(folder)({});
    expect(await listBackups(createDiskStorage(folder))).toHaveLength(1);
    expect(await count()).toBe(0);
    expect(await selectBackupState(db)).toMatchObject({ everySeconds: 3600, place: folder, failure: null });
    const [made] = (await listBackups(createDiskStorage(folder))).map(({ name }) => path.join(folder, name));
    expect((await stat(made ?? '')).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(made ?? '', 'manifest.json'))).mode & 0o777).toBe(0o600);
    await updateBackupSchedule(db, null);
    expect(await count()).toBe(0);
  });

  test('backs up no database that is half restored', async () => {
    const folder = await useFolder();
    await insertLoad(parts.db.$client, { kind: 'restore', source: 'night', sequences: [] });
    const backup = createBackup(parts, { kind: 'folder', folder }, '1.2.3');
    await expect(backup).rejects.toThrow(/Run 'waygate restore night' again/);
    await deleteLoad(parts.db.$client);
  });

  test('does not find a table empty that a migration has just rewritten', async () => {
    const client = await connectForCopy(parts.database.connection);
    onTestFinished(() => client.end());
    await client.query('begin');
    await client.query(`alter table backup_schedule alter column place type text using place || ''`);
    const backup = backUp(parts);
    await expect
      .poll(async () => (await client.query(waitsFor('backup_schedule'))).rows.length, {
        interval: 20,
        timeout: 60_000,
      })
      .toBe(1);
    await client.query('commit');
    const { tables } = (await backup).manifest;
    expect(tables.find(({ name }) => name === 'backup_schedule')?.rows).toBe(1);
  });

  test('makes one backup at a time', async () => {
    const folder = await useFolder();
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () => createBackup(parts, { kind: 'folder', folder }, '1.2.3')),
    );
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? 'done' : String(result.reason.message),
    );
    expect(outcomes).toContain('done');
    expect(new Set(outcomes)).toEqual(new Set(['done', 'Another backup of this portal runs.']));
  });
});
