import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#platform/logging/logger.ts';
import type { Connection } from './database.ts';

const RECONNECT_MS = 1000;
const HEARTBEAT_MS = 5000;
/** How long a silent peer may take to hear that the connection ends. */
const GOODBYE_MS = 200;

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

/** Ends by throwing: when the connection breaks, or at once when the signal aborts. */
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
}): Promise<never> {
  // Of our own making, so that it can be dropped when nobody answers at the other end.
  const socket = new Socket();
  const timeouts = { connectionTimeoutMillis: 3000, query_timeout: 3000 };
  const client = new pg.Client({ ...connection, ...timeouts, keepAlive: true, stream: () => socket });
  const { promise: over, reject: end } = Promise.withResolvers<never>();
  const listening = new AbortController();
  const stop = () => end(new Error('stopped'));
  client.on('error', end);
  client.on('end', () => end(new Error('connection ended')));
  signal.addEventListener('abort', stop);
  client.on('notification', ({ payload }) => onChange(payload ?? ''));
  try {
    // One race for the connection's whole life: each would leave a reaction at the promise that stays pending.
    return await Promise.race([
      over,
      keepListening({ client, channel, onConnected, signal: listening.signal }),
    ]);
  } finally {
    // The signal lives as long as the process, and would keep every connection that was ever lost.
    signal.removeEventListener('abort', stop);
    listening.abort();
    const goodbye = client.end().catch(() => {});
    await Promise.race([goodbye, sleep(GOODBYE_MS, undefined, { ref: false })]);
    socket.destroy();
  }
}

async function keepListening({
  client,
  channel,
  onConnected,
  signal,
}: {
  client: pg.Client;
  channel: string;
  onConnected: () => void;
  signal: AbortSignal;
}): Promise<never> {
  await client.connect();
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
  signal.throwIfAborted();
  onConnected();
  // A half-open connection looks silent, not broken: only a statement of our own finds out.
  for (;;) {
    await sleep(HEARTBEAT_MS, undefined, { signal });
    await client.query('select 1');
  }
}
