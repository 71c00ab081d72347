import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAuthorizeBridge, allowLoopback } from '#features/game-servers/game-servers.ts';
import { accounts } from '#features/identity/identity.ts';
import { createPasswords } from '#platform/auth/passwords.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { type TestDatabase, urlOf, useTestDatabase } from '#test/database.ts';
import { useGameFolder } from '#test/game-simulator.ts';
import { killProcess } from '#test/kill-process.ts';
import { startWithoutPages } from '#test/started-portal.ts';

const PUBLIC_ORIGIN = 'https://play.example.com';
const FILE = 'first-start-secrets.txt';
const START_TIMEOUT_MS = 60_000;

/** The first start of a public portal. */
async function usePublicPortal() {
  const [database, dataDir] = [await useTestDatabase(), await useGameFolder()];
  const file = path.join(dataDir, FILE);
  const start = () => startWithoutPages(database, { PORT: '0', PUBLIC_ORIGIN, DATA_DIR: dataDir });
  return { database, dataDir, file, start };
}

const secretsIn = async (file: string) => {
  const text = await readFile(file, 'utf8');
  const read = (label: string) => new RegExp(`^${label}: +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
  return { text, owner: read('Owner'), password: read('Password'), bridge: read('Bridge') };
};

async function isOwnersPassword({ db }: TestDatabase, password: string): Promise<boolean> {
  const [owner, ...others] = await db.select().from(accounts).where(eq(accounts.permission, 32));
  expect(others).toEqual([]);
  return createPasswords().verify(owner?.passwordHash ?? '', password);
}

const countOwners = ({ db }: TestDatabase) => db.$count(accounts, eq(accounts.permission, 32));

test('a public portal writes its secrets to a file of its owner, and prints only the path', async () => {
  const { database, file, start } = await usePublicPortal();
  const { printed, stop } = await start();
  const { owner, password, bridge, text } = await secretsIn(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(owner).toBe('owner');
  expect(await isOwnersPassword(database, password)).toBe(true);
  await allowLoopback(database.db);
  expect(await createAuthorizeBridge(database.db)(bridge, '127.0.0.1')).toEqual({ serverId: 1 });
  expect(printed()).toContain(file);
  for (const secret of [password, bridge]) expect(printed()).not.toContain(secret);
  await stop();

  const second = await start();
  expect(second.printed()).toContain(`Delete ${file}`);
  expect((await secretsIn(file)).text).toBe(text);
  await second.stop();
  await rm(file);
  const third = await start();
  expect(third.printed()).not.toContain(FILE);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a local portal prints its secrets', async () => {
  const [database, dataDir] = [await useTestDatabase(), await useGameFolder()];
  const { printed } = await startWithoutPages(database, { PORT: '0', DATA_DIR: dataDir });
  const password = /^Owner: +owner\nPassword: (\S{20}) {3}\(shown this once\)$/m.exec(printed())?.[1] ?? '';
  expect(await isOwnersPassword(database, password)).toBe(true);
  expect(printed()).toMatch(/^Bridge: +[\w-]{43} .*shown this once/m);
  expect(await readdir(dataDir)).not.toContain(FILE);
});

test('secrets that the operator chose are neither written nor printed', async () => {
  const [database, dataDir] = [await useTestDatabase(), await useGameFolder()];
  const chosen = {
    OWNER_PASSWORD: 'the operator’s password',
    BRIDGE_TOKEN: 'the-operators-token-0123456789abcdef',
  };
  const environment = { PORT: '0', PUBLIC_ORIGIN, DATA_DIR: dataDir, ...chosen };
  const { printed } = await startWithoutPages(database, environment);
  expect(await isOwnersPassword(database, chosen.OWNER_PASSWORD)).toBe(true);
  for (const secret of Object.values(chosen)) expect(printed()).not.toContain(secret);
  expect(await readdir(dataDir)).not.toContain(FILE);
});

test('a link in its place is replaced and not followed', async () => {
  const { dataDir, file, start } = await usePublicPortal();
  const elsewhere = path.join(dataDir, 'elsewhere');
  await writeFile(elsewhere, 'Password: older', { mode: 0o644 });
  await symlink(elsewhere, file);
  await start();
  expect(await readFile(elsewhere, 'utf8')).toBe('Password: older');
  expect((await secretsIn(file)).password).toMatch(/^[\w-]{20}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('creates no owner whose password cannot be kept', async () => {
  const { database, file, start } = await usePublicPortal();
  await mkdir(path.join(file, 'in-the-way'), { recursive: true });
  await expect(start()).rejects.toThrow(/first-start-secrets\.txt can't be written.*OWNER_PASSWORD/s);
  expect(await countOwners(database)).toBe(0);
  await rm(file, { recursive: true });
  await start();
  expect(await isOwnersPassword(database, (await secretsIn(file)).password)).toBe(true);
});

test('eight processes on one data folder keep the secrets of the one that made them', async () => {
  const { database, file, start } = await usePublicPortal();
  await Promise.all(Array.from({ length: 8 }, start));
  const { password, bridge, text } = await secretsIn(file);
  expect(await isOwnersPassword(database, password)).toBe(true);
  await allowLoopback(database.db);
  expect(await createAuthorizeBridge(database.db)(bridge, '127.0.0.1')).toEqual({ serverId: 1 });
  expect(text.match(/^(Owner|Password|Bridge):/gm)).toHaveLength(3);
});

test(
  'kill -9 between the file and the commit loses no password',
  async () => {
    const { database, dataDir, file, start } = await usePublicPortal();
    const env = {
      PATH: process.env.PATH,
      PUBLIC_ORIGIN,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.connection),
      LOG_LEVEL: 'silent',
    };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    // Holds up the row that comes after the file.
    const blocker = database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table accounts in exclusive mode`);
      isLocked();
      await released;
    });
    await locked;
    const child = spawn(process.execPath, [path.join(SERVER_ROOT, 'src/bin/worker.ts')], {
      env,
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitFor(() => stat(file), { timeout: START_TIMEOUT_MS, interval: 20 });
    const { password: lost } = await secretsIn(file);
    await killProcess(child);
    release();
    await blocker;

    await start();
    const { password } = await secretsIn(file);
    expect(password).not.toBe(lost);
    expect(await isOwnersPassword(database, password)).toBe(true);
  },
  2 * START_TIMEOUT_MS,
);
