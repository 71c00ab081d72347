import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '#platform/logging/logger.ts';
import type { Connection } from './database.ts';

const RECONNECT_MS = 1000;
const HEARTBEAT_MS = 5000;
/** The time limit for closing a connection whose peer does not answer. */
const CLOSE_TIMEOUT_MS = 200;

export type ChangeListener = { stop: () => Promise<void> };

/**
 * Listens to NOTIFY on one channel over a dedicated connection, and reconnects until stopped.
 *
 * @param onConnected called after each (re)connection; earlier changes may have been missed
 * @param onLost called when the connection is lost; changes are missed from then on
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

/** Always throws: when the connection breaks or the signal aborts. */
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
  // Created here, so that it can be destroyed when the peer does not answer.
  const socket = new Socket();
  const timeouts = { connectionTimeoutMillis: 3000, query_timeout: 3000 };
  const client = new pg.Client({ ...connection, ...timeouts, keepAlive: true, stream: () => socket });
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  const listening = new AbortController();
  const stop = () => end(new Error('stopped'));
  client.on('error', end);
  client.on('end', () => end(new Error('connection ended')));
  signal.addEventListener('abort', stop);
  client.on('notification', ({ payload }) => onChange(payload ?? ''));
  try {
    // A single race: each one would leave a reaction on the pending promise.
    return await Promise.race([
      ended,
      keepListening({ client, channel, onConnected, signal: listening.signal }),
    ]);
  } finally {
    // The signal lives as long as the process, and its listener would retain every lost connection.
    signal.removeEventListener('abort', stop);
    listening.abort();
    const closed = client.end().catch(() => {});
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
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
  // Only a query detects a half-open connection, which looks idle.
  for (;;) {
    await sleep(HEARTBEAT_MS, undefined, { signal });
    await client.query('select 1');
  }
}
