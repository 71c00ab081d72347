import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { listBackups } from '#features/backups/backup-place.ts';
import { createBackupMaker, workOnBackups } from '#features/backups/backups.jobs.ts';
import {
  selectBackupState,
  updateBackupOfUpdate,
  updateBackupSchedule,
} from '#features/backups/backups.queries.ts';
import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import { backUp, useFolder } from '#test/backups.ts';
import { urlOf } from '#test/database.ts';
import { useTestParts } from '#test/test-parts.ts';
import { startWaygate } from '#test/waygate-program.ts';

const parts = await useTestParts();
const { db } = parts;
const WITHIN = { timeout: 60_000, interval: 20 };
const outputSchema = z.object({ isRecorded: z.boolean(), notLoaded: z.string().nullable() });

function withBackupTo(folder: string | undefined) {
  const to = folder === undefined ? undefined : ({ kind: 'folder', folder } as const);
  const backup = { ...parts.config.backup, to, everySeconds: 3600 };
  return { ...parts, config: { ...parts.config, backup }, readVersion: async () => '1.2.3' };
}

test('the scheduled backups of a day remove neither that of the last update nor the one before', async () => {
  const folder = await useFolder();
  const place = createDiskStorage(folder);
  const { rows } = await db.execute<{ id: string }>(sql`select id from installation`);
  const nameAt = (time: string) => `waygate-${rows[0]?.id.slice(0, 8)}-${time}`;
  // All of one day long ago, of which one would stay.
  const [third, second, first, other] = ['04', '03', '02', '01'].map((hour) =>
    nameAt(`20260102T${hour}0000000Z`),
  );
  for (const name of [first, second, third, other]) {
    await place.put(`${name}/manifest.json`, Buffer.from('{}'), 'application/json');
    await db.execute(sql`insert into backups (name, place, began_at, verified_at)
      values (${name}, ${folder}, ${`2026-01-02 ${name?.slice(26, 28)}:00Z`}, now())`);
  }
  for (const name of [first, second, third]) await updateBackupOfUpdate(db, name ?? '');
  for (let made = 0; made < 2; made += 1) {
    await db.execute(
      sql`update backups set began_at = began_at - interval '2 hours' where began_at > now() - interval '1 day'`,
    );
    await createBackupMaker(withBackupTo(folder))({});
  }
  const left = (await listBackups(place)).map(({ name }) => name);
  expect(left).toHaveLength(4);
  expect(left.slice(0, 2)).toEqual([second, third]);
});

test('a worker without BACKUP_TO leaves the schedule of another one alone, and a command ends it', async () => {
  const folder = await useFolder();
  const jobs = { ...parts.jobs, work: async () => {} };
  await workOnBackups({ ...withBackupTo(folder), jobs });
  await workOnBackups({ ...withBackupTo(undefined), jobs });
  expect(await selectBackupState(db)).toMatchObject({ everySeconds: 3600 });
  const ended = startWaygate(['backup', '--end-schedule', '--json'], {
    DATABASE_URL: urlOf(parts.database.connection),
    DATA_DIR: parts.config.dataDir,
  });
  expect(await ended.ended).toEqual({ code: 0, output: '{"endedSchedule":true}\n' });
  expect((await selectBackupState(db)).everySeconds).toBeNull();
  await updateBackupSchedule(db, null);
}, 60_000);

test('an interrupted check leaves nothing behind, and the next one removes what a killed one left', async () => {
  const folder = await useFolder();
  const { dataDir } = parts.config;
  await backUp(parts, { kind: 'folder', folder });
  const copies = async () => (await readdir(dataDir)).filter((name) => name.startsWith('restore-check-'));
  const interruptBy = async (signal: NodeJS.Signals) => {
    const check = startWaygate(['restore', 'latest', '--check', '--from', folder], {
      DATABASE_URL: urlOf(parts.database.connection),
      DATA_DIR: dataDir,
    });
    await vi.waitFor(ready, WITHIN);
    check.child.kill(signal);
    return check.ended;
  };
  const ready = async () => {
    for (const name of await copies())
      if (existsSync(path.join(dataDir, name, 'postgres/postmaster.pid'))) return name;
    throw new Error('No server runs yet.');
  };
  // Of a process that has ended, as one that was killed by kill -9 leaves it.
  const left = path.join(dataDir, `restore-check-${spawnSync('true').pid}-abcdef`);
  await mkdir(path.join(left, 'postgres'), { recursive: true });
  expect(await interruptBy('SIGTERM')).toMatchObject({
    code: expect.any(Number),
    output: expect.stringContaining('The check was interrupted.'),
  });
  expect(await copies()).toEqual([]);
}, 120_000);

test('a check that could not open the keys is not recorded', async () => {
  const folder = await useFolder();
  await writeFile(path.join(parts.config.dataDir, 'factor-key'), Buffer.alloc(32).toString('base64'));
  const backup = { ...parts.config.backup, passphrase: 'correct horse battery staple' };
  await backUp({ ...parts, config: { ...parts.config, backup } }, { kind: 'folder', folder });
  const { code, output } = await startWaygate(['restore', 'latest', '--check', '--from', folder], {
    DATABASE_URL: urlOf(parts.database.connection),
    DATA_DIR: parts.config.dataDir,
  }).ended;
  expect([code, output]).toEqual([0, expect.stringMatching(/, was read: \d+ rows/)]);
  expect((await selectBackupState(db)).restoreTriedDaysAgo).toBeNull();
}, 120_000);

test('a tried restore loads the backup elsewhere and is recorded; a damaged one is not', async () => {
  const folder = await useFolder();
  const { manifest } = await backUp(parts, { kind: 'folder', folder });
  const check = () =>
    startWaygate(['restore', 'latest', '--check', '--from', folder, '--json'], {
      DATABASE_URL: urlOf(parts.database.connection),
      DATA_DIR: parts.config.dataDir,
    }).ended;
  expect((await selectBackupState(db)).restoreTriedDaysAgo).toBeNull();
  const [part] = manifest.tables.flatMap(({ parts: written }) => written);
  const file = path.join(folder, part?.key ?? '');
  const content = await readFile(file);
  await writeFile(file, Buffer.concat([content, Buffer.from('x')]));
  expect(await check()).toMatchObject({ code: 1, output: expect.stringContaining('The backup is damaged') });
  expect((await selectBackupState(db)).restoreTriedDaysAgo).toBeNull();

  await writeFile(file, content);
  const { code, output } = await check();
  expect([code, output]).toEqual([0, expect.any(String)]);
  const result = outputSchema.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
  expect(result).toEqual({ isRecorded: true, notLoaded: null });
  expect((await selectBackupState(db)).restoreTriedDaysAgo).toBeLessThan(1);
}, 180_000);
