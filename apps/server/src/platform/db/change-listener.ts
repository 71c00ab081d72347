import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#platform/logging/logger.ts';
import type { Connection } from './database.ts';

const RECONNECT_MS = 1000;
const HEARTBEAT_MS = 5000;

export type ChangeListener = { stop: () => Promise<void> };

/**
 * Hears NOTIFY on one channel for as long as the process lives, over a connection of its own.
 *
 * @param onConnected after each (re)connection: whatever happened before it was not heard
 * @param onLost changes may be missed from here on
 */
export function listenForChanges({
  connection,
  channel,
  onChange,
  onConnected,
  onLost,
  log,
}: {
  connection: Connection;
  channel: string;
  onChange: (payload: string) => void;
  onConnected: () => void;
  onLost: () => void;
  log: Logger;
}): ChangeListener {
  const stopping = new AbortController();
  const finished = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce({ connection, channel, onChange, onConnected, signal: stopping.signal });
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ err: error, channel }, 'change listener lost its connection');
      }
      onLost();
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await finished;
    },
  };
}

/** Returns when the signal aborts; throws when the connection breaks. */
async function listenOnce({
  connection,
  channel,
  onChange,
  onConnected,
  signal,
}: {
  connection: Connection;
  channel: string;
  onChange: (payload: string) => void;
  onConnected: () => void;
  signal: AbortSignal;
}): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3000, query_timeout: 3000 });
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('connection ended')));
  });
  broken.catch(() => {});
  client.on('notification', ({ payload }) => onChange(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onConnected();
    // A half-open connection looks silent, not broken: only a statement of our own finds out.
    while (!signal.aborted) {
      await Promise.race([broken, sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => {})]);
      if (!signal.aborted) await client.query('select 1');
    }
  } finally {
    await client.end().catch(() => {});
  }
}
