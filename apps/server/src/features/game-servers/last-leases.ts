import { type SQL, sql } from 'drizzle-orm';
import { createSignalRecorder } from '#platform/alerts/last-signal.ts';
import type { Db } from '#platform/db/database.ts';

/**
 * Remembers when each server's bridge asked for deliveries last.
 *
 * @returns to be called with each lease; most calls do nothing
 */
export function createLeaseRecorder(db: Pick<Db, 'execute'>): (serverId: number) => Promise<void> {
  const recorders = new Map<number, () => Promise<void>>();
  return async (serverId) => {
    const record = recorders.get(serverId) ?? createSignalRecorder(db, `game lease ${serverId}`);
    recorders.set(serverId, record);
    await record();
  };
}

/** SQL expression: the name of the signal that `createLeaseRecorder` stores for a server. */
export function leaseSignal(serverId: SQL): SQL {
  return sql`'game lease ' || ${serverId}`;
}
