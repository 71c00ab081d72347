import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#features/demo/community/random.ts';
import { useFolder } from '#test/backups.ts';
import { buildPrograms, makeRelease, superviseWorker, useRealInstallation } from '#test/real-releases.ts';
import { nameOf, pack } from '#test/updates.ts';

/** Nine programs start, one after the other; of the killed updates, nine each time. */
const TIMEOUT_MS = 1_200_000;
const KILLS = 8;
/** Installations that are updated at once. Each is updated many times. */
const LANES = 2;
const SEED = 20261127;
/** Of a start, on however busy a machine. */
const START_WITHIN = { timeout: 240_000 };
/** A moment after a change of the folder: between two of them lie fractions of a millisecond. */
const AFTER_CHANGE_MS = 20;

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'waygate-programs-'));
  buildPrograms(dist);
});
afterAll(() => rm(dist, { recursive: true, force: true }));

type Migrations = Record<string, string>;

/** @returns the archive of such a release */
async function packReal(version: string, migrations: Migrations): Promise<string> {
  const made = await useFolder();
  await makeRelease(made, { version, dist, migrations });
  return pack(made, nameOf(version));
}

/** When an update is killed: so long after its start, or after so many changes of the installation's folder. */
type Moment = { changes?: number; ms: number; hasOrphans: boolean };

/** An installation whose worker runs. */
async function useRunningRelease() {
  const { folder, env, ...rest } = await useRealInstallation(dist);
  const supervisor = await superviseWorker(folder, env);
  await supervisor.restart();
  await expect.poll(rest.running, START_WITHIN).toEqual(['0.2.0']);

  /** @returns `changes`: how often the folder changed */
  const waygate = async (words: string[], moment?: Moment) => {
    // A group of its own, which can be killed with the programs that it has started.
    const program = spawn(path.join(folder, 'current/waygate'), words, { cwd: folder, env, detached: true });
    const started = Date.now();
    let changes = 0;
    const isOver = () => program.exitCode !== null || program.signalCode !== null;
    const kill = () => {
      if (program.pid !== undefined && !isOver())
        process.kill(moment?.hasOrphans === true ? program.pid : -program.pid, 'SIGKILL');
    };
    const timers = moment && moment.changes === undefined ? [setTimeout(kill, moment.ms)] : [];
    const watcher = watch(folder, () => {
      changes += 1;
      if (changes === moment?.changes) timers.push(setTimeout(kill, moment.ms));
    });
    const output = [program.stdout, program.stderr].map((stream) => text(stream));
    const [status, signal] = await once(program, 'exit');
    const ms = Date.now() - started;
    watcher.close();
    timers.forEach((timer) => clearTimeout(timer));
    // Its orphans may still write.
    const [stdout = '', stderr = ''] = signal === null ? await Promise.all(output) : [];
    return { status, isKilled: signal === 'SIGKILL', stdout, stderr, ms, changes };
  };
  // The database of the tests isn't durable.
  const how = ['--restart', supervisor.command, '--ignore-problems', '--ready-within', '240', '--json'];
  const update = (archive: string, moment?: Moment) => waygate(['update', archive, ...how], moment);
  return { folder, supervisor, waygate, how, update, ...rest };
}

type Installation = Awaited<ReturnType<typeof useRunningRelease>>;

test.skipIf(process.platform !== 'linux')(
  "a portal's data outlive an update and the way back, on which the old release works with what the new one added",
  async () => {
    const { folder, db, running, waygate, how, update } = await useRunningRelease();
    const archive = await packReal('0.3.0', {
      '9000-nicknames.sql': `alter table accounts add column nickname text; update accounts set nickname = user_name;`,
    });

    const { stdout, stderr, status } = await update(archive);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('Restarting: ') });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'updated', migrations: ['9000-nicknames.sql'] });
    expect((await waygate(['backup', '--list', '--json'])).stdout).toContain(JSON.parse(stdout).backup);
    expect(await running()).toEqual(['0.3.0']);
    expect((await db.execute(sql`select nickname from accounts`)).rows).toEqual([{ nickname: 'owner' }]);

    expect(await waygate(['update', '--rollback', ...how])).toMatchObject({ status: 0 });
    expect([await running(), await readlink(path.join(folder, 'current'))]).toEqual([
      ['0.2.0'],
      nameOf('0.2.0'),
    ]);
    // It writes as well.
    expect(await waygate(['bridge-token', 'add', 'after the rollback'])).toMatchObject({ status: 0 });
    expect(
      (await db.execute(sql`select count(*)::int from accounts where nickname is not null`)).rows,
    ).toEqual([{ count: 1 }]);
  },
  TIMEOUT_MS,
);

const versionAt = (step: number) => `0.${step}.0`;
const migrationAt = (step: number) => ({
  [`9${String(step).padStart(3, '0')}-added.sql`]: `alter table accounts add column added_${step} text;`,
});

/** The archive of the release at a step, with the migrations of those before it. */
function packStep(step: number): Promise<string> {
  const steps = Array.from({ length: step - 2 }, (_, index) => migrationAt(index + 3));
  return packReal(versionAt(step), Object.assign({}, ...steps) as Migrations);
}

/** The portal is the release that `step` names, with the one before to go back to, and nothing else is left. */
async function requireUpdated({ folder, db, running }: Installation, step: number): Promise<void> {
  const [from, to] = [nameOf(versionAt(step - 1)), nameOf(versionAt(step))];
  const links = ['current', 'previous'].map((link) => readlink(path.join(folder, link)));
  expect(await Promise.all(links)).toEqual([to, from]);
  expect((await readdir(folder)).toSorted()).toEqual(['current', 'previous', from, to].toSorted());
  await expect.poll(running, START_WITHIN).toEqual([versionAt(step)]);
  await db.execute(sql`select ${sql.identifier(`added_${step}`)} from accounts`);
}

test.skipIf(process.platform !== 'linux')(
  `killed at ${KILLS} random moments, an update leaves a release that starts, and running it again finishes`,
  async () => {
    const random = createRandom(SEED);
    const perLane = KILLS / LANES;
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      // Each moment is drawn from its own part of the update, so that all of it is covered.
      Array.from({ length: perLane }, (__, index) => ({
        share: (index + random.next()) / perLane,
        // In each lane, both ways to wait meet both ways to kill.
        byChange: index % 2 === lane % 2,
        hasOrphans: Math.floor(index / 2) % 2 === lane % 2,
        delay: random.int(0, AFTER_CHANGE_MS),
      })),
    );
    const killed = await Promise.all(lanes.map((moments) => killAgainAndAgain(moments)));
    // An update that was faster than the first one ends before it is killed.
    expect(killed.flat().filter(Boolean).length).toBeGreaterThan(KILLS / 2);
  },
  TIMEOUT_MS,
);

/** Updates step by step, and kills each update once. @returns which were killed before they ended */
async function killAgainAndAgain(
  moments: { share: number; byChange: boolean; hasOrphans: boolean; delay: number }[],
): Promise<boolean[]> {
  const installation = await useRunningRelease();
  const { folder, supervisor, running, update } = installation;
  const whole = await update(await packStep(3));
  expect(whole).toMatchObject({ status: 0 });
  await requireUpdated(installation, 3);
  const killed: boolean[] = [];
  for (const [index, { share, byChange, hasOrphans, delay }] of moments.entries()) {
    const step = index + 4;
    const archive = await packStep(step);
    const moment = byChange
      ? { changes: Math.ceil(share * whole.changes), ms: delay, hasOrphans }
      : { ms: share * whole.ms, hasOrphans };
    const context = `update ${step}, killed at ${JSON.stringify(moment)}`;
    const { isKilled, stderr } = await update(archive, moment);
    killed.push(isKilled);

    const current = await readlink(path.join(folder, 'current'));
    const version = [versionAt(step - 1), versionAt(step)].find((one) => nameOf(one) === current);
    expect([context, version]).toEqual([context, expect.any(String)]);
    // As the service manager does after a crash.
    await supervisor.restart();
    await expect.poll(running, { ...START_WITHIN, message: context }).toEqual([version]);

    const again = await update(archive);
    expect({ ...again, context, killed: stderr }).toMatchObject({ status: 0 });
    await requireUpdated(installation, step);
  }
  return killed;
}
