import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmdir } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_ENVIRONMENT } from './embedded-postgres-cluster.ts';
import { machineMemoryMb, sharedBuffers } from './embedded-postgres-memory.ts';
import { findPostmaster } from './embedded-postgres-lock.ts';
import type { ServerUser } from './embedded-postgres-user.ts';

const POLL_MS = 10;
const KEPT_LOG_CHARACTERS = 4_000;

/** The port of the server; it is only part of the socket's file name. */
export const SERVER_PORT = 5432;

/**
 * Stops the server when the pipe from this process closes, which happens however the process ends. The shell ignores
 * signals of the terminal and the service manager, because this process decides when the server stops.
 */
const SUPERVISOR = `
trap '' HUP INT TERM
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(read -r line <&3; kill -INT "$server" 2>/dev/null) &
watcher=$!
exec 3<&-
echo "$server"
wait "$server"
code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"
`;

const SMALL_AND_DURABLE: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: sharedBuffers(machineMemoryMb()),
  // Grows with the buffers otherwise, and is always used to its end.
  wal_buffers: '1MB',
  max_connections: '60',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  // Most of the log is images of pages that change for the first time since a checkpoint.
  wal_compression: 'pglz',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
};

export type ServerStart =
  | { outcome: 'ready'; stop: () => Promise<void> }
  /** The server ended before it was ready; `log` contains the reason. */
  | { outcome: 'ended'; log: string };

/** Starts the server on a cluster and waits until it accepts connections or ends. */
export async function startServer(options: {
  postgres: string;
  cluster: string;
  socketFolder: string;
  user: ServerUser;
  settings: Record<string, string>;
  onUnexpectedEnd: (log: string) => void;
}): Promise<ServerStart> {
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', options.postgres, ...serverArguments(options)], {
    ...options.user,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'pipe'],
    // In its own process group: Ctrl+C must reach only this process, which finishes its work first.
    detached: true,
  });
  const output = collectOutput(child);
  let isEnded = false;
  const ended = once(child, 'close').then(() => (isEnded = true));

  // oxlint-disable-next-line no-unmodified-loop-condition -- set when the child's output closes
  while (!isEnded) {
    const postmaster = findPostmaster(options.cluster);
    if (postmaster?.isReady && postmaster.pid === output.pid())
      return { outcome: 'ready', stop: superviseEnd() };
    await Promise.race([sleep(POLL_MS), ended]);
  }
  return { outcome: 'ended', log: output.log() };

  function superviseEnd(): () => Promise<void> {
    let isStopping = false;
    void ended.then(() => isStopping || options.onUnexpectedEnd(output.log()));
    return async () => {
      isStopping = true;
      child.stdin.end();
      await ended;
      // Fails when another process has already started the next server there.
      await rmdir(options.socketFolder).catch(() => {});
    };
  }
}

function serverArguments(options: {
  cluster: string;
  socketFolder: string;
  settings: Record<string, string>;
}): string[] {
  const settings: Record<string, string> = {
    ...SMALL_AND_DURABLE,
    ...options.settings,
    listen_addresses: '',
    port: String(SERVER_PORT),
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  return [
    '-D',
    options.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Reads the server's process id, which the shell prints, and the end of its log. */
function collectOutput(child: ChildProcessByStdio<Writable, Readable, Readable>): {
  pid: () => number;
  log: () => string;
} {
  let pid = '';
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    pid += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-KEPT_LOG_CHARACTERS);
  });
  // The pipe breaks when the shell is killed. The child's 'close' event reports the end.
  child.stdin.on('error', () => {});
  return { pid: () => Number(pid), log: () => log.trim() };
}
