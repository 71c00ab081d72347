import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** What should not fall silent: each game server's bridge that fetches deliveries, the provider that sends webhooks. */
export type Signal = `game lease ${number}` | 'stripe webhook';

/** A signal is stored at most this often, so that a hot path pays for it next to nothing. */
const STORE_EVERY_SECONDS = 30;

/**
 * Remembers in the database when a signal was last there, for alerts about its absence. Most calls do nothing: a process
 * sends a statement at most every 30 seconds.
 *
 * @returns records the signal, on the database's clock
 */
export function createSignalRecorder(db: Pick<Db, 'execute'>, signal: Signal): () => Promise<void> {
  let storedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - storedAt < STORE_EVERY_SECONDS * 1000) return;
    await db.execute(sql`
      insert into last_signals as last (name, at) values (${signal}, now())
      on conflict (name) do update set at = excluded.at
      where last.at < excluded.at - make_interval(secs => ${STORE_EVERY_SECONDS})`);
    storedAt = now;
  };
}

/** SQL condition: the signal was there within this time. */
export function wasThereWithin(signal: Signal | SQL, interval: '10 minutes' | '1 day') {
  return sql`exists (
    select from last_signals where name = ${signal} and at > now() - ${sql.raw(`interval '${interval}'`)})`;
}

/** SQL expression: when the signal was there last; null when it never was. */
export function lastSignalAt(signal: SQL): SQL {
  return sql`(select at from last_signals where name = ${signal})`;
}
