import { getEventListeners, once } from 'node:events';
import net from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '#platform/logging/logger.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { type ChangeListener, listenForChanges } from './change-listener.ts';
import type { Connection } from './database.ts';

const PATIENCE = { timeout: 10_000 };
/** What a stop would wait for if it did not end the connection itself: a server has so long to answer. */
const LONGEST_WAIT_MS = 3000;
const log = createLogger({ level: 'silent' });

function useListener(
  connection: Connection,
  channel = 'content',
): { listener: ChangeListener; heard: string[] } {
  const heard: string[] = [];
  const listener = listenForChanges({
    connection,
    channel,
    onChange: (payload) => heard.push(`change ${payload}`),
    onConnected: () => heard.push('connected'),
    onLost: () => heard.push('lost'),
    log,
  });
  onTestFinished(listener.stop);
  return { listener, heard };
}

async function endListeners({ db }: TestDatabase): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`);
}

describe('the change listener', () => {
  test('receives announcements in order, on its own channel', async () => {
    const { db, connection } = await useTestDatabase();
    const { heard } = useListener(connection, 'Some "channel"');
    await expect.poll(() => heard, PATIENCE).toEqual(['connected']);
    await db.execute(sql`select pg_notify('Some "channel"', 'one'), pg_notify('other', 'x')`);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('Some "channel"', 'two')`);
    });
    const undone = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('Some "channel"', 'undone')`);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await db.execute(sql`select pg_notify('Some "channel"', '')`);
    await expect.poll(() => heard, PATIENCE).toEqual(['connected', 'change one', 'change two', 'change ']);
  });

  test('releases the connections it has lost', async () => {
    const listening = vi.spyOn(EventTarget.prototype, 'addEventListener');
    onTestFinished(() => listening.mockRestore());
    const database = await useTestDatabase();
    listening.mockClear();
    const { heard } = useListener(database.connection);
    const stopped = listening.mock.contexts.find((target) => target instanceof AbortSignal);
    if (!stopped) throw new Error('Nothing waits for the stop.');
    const countWaiting = () => getEventListeners(stopped, 'abort').length;
    await expect.poll(() => heard, PATIENCE).toEqual(['connected']);
    expect(countWaiting()).toBe(1);
    for (const connections of [2, 3]) {
      await endListeners(database);
      await expect
        .poll(() => heard.filter((event) => event === 'connected'), PATIENCE)
        .toHaveLength(connections);
    }
    expect(countWaiting()).toBe(1);
  });

  test('reports losing and regaining its connection, and receives again', async () => {
    const database = await useTestDatabase();
    const { heard } = useListener(database.connection);
    await expect.poll(() => heard, PATIENCE).toEqual(['connected']);
    await endListeners(database);
    await expect.poll(() => heard, PATIENCE).toEqual(['connected', 'lost', 'connected']);
    await database.db.execute(sql`select pg_notify('content', 'again')`);
    await expect.poll(() => heard, PATIENCE).toContain('change again');
  });

  test('keeps retrying while there is no server, reporting missed changes', async () => {
    const { heard } = useListener({ connectionString: 'postgres://127.0.0.1:1/x' });
    await expect.poll(() => heard.length, PATIENCE).toBeGreaterThan(1);
    expect(new Set(heard)).toEqual(new Set(['lost']));
  });

  test('stops immediately and receives nothing more', async () => {
    const { db, connection } = await useTestDatabase();
    const { listener, heard } = useListener(connection);
    await expect.poll(() => heard, PATIENCE).toEqual(['connected']);
    const startedAt = performance.now();
    await listener.stop();
    expect(performance.now() - startedAt).toBeLessThan(LONGEST_WAIT_MS);
    await db.execute(sql`select pg_notify('content', 'late')`);
    expect(heard).toEqual(['connected', 'lost']);
    const { rows } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    );
    expect(rows).toEqual([]);
  });

  test('stops immediately while a server does not answer', async () => {
    const silent = net.createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const accepted = once(silent, 'connection');
    // A TCP server has an address with a port.
    const { port } = silent.address() as net.AddressInfo;
    const { listener } = useListener({ connectionString: `postgres://127.0.0.1:${port}/x` });
    const [peer]: net.Socket[] = await accepted;
    const closed = once(peer ?? silent, 'close');
    peer?.resume();
    const startedAt = performance.now();
    await listener.stop();
    expect(performance.now() - startedAt).toBeLessThan(LONGEST_WAIT_MS);
    await closed;
  });
});
