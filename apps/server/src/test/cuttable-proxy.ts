import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Connection } from '#platform/db/database.ts';

export type CuttableProxy = {
  /** The same database, by way of the proxy. */
  connection: Connection;
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  /** Keeps every connection and accepts new ones, but passes nothing on. */
  hang: () => void;
  /** Passes on what has waited. */
  resume: () => void;
  stop: () => Promise<void>;
};

/** A TCP proxy in front of the test's PostgreSQL. */
export async function startCuttableProxy(target: Connection): Promise<CuttableProxy> {
  const pairs = new Map<net.Socket, net.Socket>();
  let isHanging = false;
  const server = net.createServer((client) => {
    const upstream = net.connect(addressOf(target));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(socket);
        other.destroy();
      });
      pairs.set(socket, other);
      if (!isHanging) socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a host and port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of pairs.keys()) socket.destroy();
    await closed;
  };
  return {
    connection: through(target, port),
    cut,
    restore: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    hang: () => {
      isHanging = true;
      for (const socket of pairs.keys()) socket.unpipe();
    },
    resume: () => {
      isHanging = false;
      for (const [socket, other] of pairs) socket.pipe(other);
    },
    stop: cut,
  };
}

function addressOf(connection: Connection): net.NetConnectOpts {
  if ('connectionString' in connection) {
    const { hostname, port } = new URL(connection.connectionString);
    return { host: hostname, port: Number(port || 5432) };
  }
  const { host, port } = connection;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

function through(connection: Connection, port: number): Connection {
  if (!('connectionString' in connection)) return { ...connection, host: '127.0.0.1', port };
  const url = new URL(connection.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { connectionString: url.href };
}
