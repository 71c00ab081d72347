import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { canPlayOthers, NOBODY } from '#platform/db/embedded-postgres.test-support.ts';
import { urlOf, useTestDatabase } from '#test/database.ts';
import { startWaygate } from '#test/waygate-program.ts';

const PROGRAM = path.join(SERVER_ROOT, 'src/bin/waygate.ts');
const madeSchema = z.object({ name: z.string(), denied: z.array(z.string()) });

/** A folder, for its owner alone. */
async function useFolder(owner?: typeof NOBODY): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-root-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (owner) await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** Of everything in a folder. */
async function ownersIn(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(entries.map((entry) => stat(path.join(entry.parentPath, entry.name))));
  return [...new Set(found.map(({ uid }) => uid))];
}

test.runIf(canPlayOthers)(
  "started by root, a backup and a restore are the portal's user's, and each says which backups that it can't read are its own",
  async () => {
    const { db, connection } = await useTestDatabase();
    const [dataDir, place] = [await useFolder(NOBODY), await useFolder(NOBODY)];
    const { rows } = await db.execute<{ id: string }>(sql`select id from installation`);
    const madeAt = '20260101T000000000Z';
    const denied = path.join(place, `waygate-${rows[0]?.id.slice(0, 8)}-${madeAt}`);
    const foreign = path.join(place, `waygate-0123abcd-${madeAt}`);
    for (const folder of [denied, foreign, path.join(place, 'lost+found')])
      await mkdir(folder, { mode: 0o700 });
    const backup = startWaygate(['backup', '--to', place, '--json'], {
      DATABASE_URL: urlOf(connection),
      DATA_DIR: dataDir,
    });
    const { code, output } = await backup.ended;
    expect([code, output]).toEqual([0, expect.any(String)]);
    const made = madeSchema.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
    expect(made.denied).toEqual([denied]);
    expect((await stat(path.join(place, made.name))).uid).toBe(NOBODY.uid);
    expect(await ownersIn(path.join(place, made.name))).toEqual([NOBODY.uid]);

    const denials = [
      `can't read or remove ${denied}, so it is left alone. It is a backup of this portal: give it to that user by chown -R.`,
      `can't read or remove ${foreign}, so it is left alone. It is a backup of another portal.`,
    ];
    const env = { DATABASE_URL: urlOf(connection), DATA_DIR: dataDir };
    for (const words of [
      ['backup', '--list', '--to', place],
      ['restore', made.name, '--check', '--from', place],
    ]) {
      const ended = await startWaygate(words, env).ended;
      expect(ended).toMatchObject({ code: 0 });
      for (const denial of denials) expect(ended.output).toContain(denial);
      expect(ended.output).not.toContain('lost+found');
    }

    const target = await useFolder(NOBODY);
    const restored = startWaygate(['restore', made.name, '--from', place], { DATA_DIR: target });
    expect(await restored.ended).toMatchObject({ code: 0, output: expect.stringContaining('Restored: ') });
    expect(await ownersIn(target)).toEqual([NOBODY.uid]);
  },
  240_000,
);

test.runIf(canPlayOthers)(
  "root's restore is refused where the portal's user couldn't use what it makes",
  async () => {
    const folder = await useFolder();
    const envFile = path.join(folder, 'waygate.env');
    await writeFile(envFile, '');
    await chown(envFile, NOBODY.uid, NOBODY.gid);
    const restoreTo = (dataDir: string) =>
      spawnSync(process.execPath, [`--env-file=${envFile}`, PROGRAM, 'restore', 'latest', '--from', folder], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      });
    const missing = path.join(folder, 'missing');
    expect(restoreTo(missing)).toMatchObject({
      status: 1,
      stderr: `The portal runs as nobody and couldn't use what root makes in ${missing}. First: install -d -o nobody -m 750 ${missing}\n`,
    });
    expect(restoreTo(folder)).toMatchObject({
      status: 1,
      stderr: `The portal runs as nobody and can't use ${folder}, which belongs to root. First: chown -R nobody: ${folder}\n`,
    });
    expect(await readdir(folder)).toEqual(['waygate.env']);
  },
);
