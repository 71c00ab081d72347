import type { Server } from 'node:http';
import { Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Requests that still run this long after the server has closed its port are aborted. */
const FINISH_REQUESTS_WITHIN_MS = 3500;
/** What a caller has connected for arrives by then. */
const FIRST_REQUEST_WITHIN_MS = 500;
/** Without a quiet moment until then, the port is closed in a busy one. */
const QUIET_WITHIN_MS = 1000;
/** A connection that comes in the rest of a turn, after it has looked, is lost. */
const SHORT_TURN_MS = 0.2;

const draining = new WeakSet<Server>();

/** Whether the server is about to stop: it isn't ready any more, and each answer ends its connection. */
export function isDraining(server: Server): boolean {
  return draining.has(server);
}

/** While it drains, each answer ends its connection. Otherwise callers would keep theirs for over a minute. */
export function endConnectionsInDrain(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    draining.add(app.server);
    done();
  });
  app.addHook('onSend', (_, reply, _payload, done) => {
    if (isDraining(app.server)) reply.header('connection', 'close');
    done();
  });
  // For responses whose headers were already sent. An injected request has no real socket.
  app.addHook('onResponse', (request, _, done) => {
    const { socket } = request.raw;
    const isClosed = isDraining(app.server) && !app.server.listening;
    if (isClosed && socket instanceof Socket) socket.destroySoon();
    done();
  });
}

/**
 * Stops a server without losing a request: it goes on serving until proxies have noticed, then closes its port, and then
 * waits for the requests that run.
 *
 * @param drained resolves when proxies have noticed
 */
export async function stopServer(app: FastifyInstance, drained: Promise<unknown>): Promise<void> {
  draining.add(app.server);
  await drained;
  await untilNobodyConnects(app.server);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), FINISH_REQUESTS_WITHIN_MS);
  try {
    // Not the HTTP server's own `close`: it also ends connections whose first request is on its way.
    const closed = new Promise((resolve) => TcpServer.prototype.close.call(app.server, resolve));
    await Promise.race([closed, pause(FIRST_REQUEST_WITHIN_MS)]);
    // Reads what has arrived, even if this process got no time to run meanwhile.
    await nextTurn();
    app.server.closeIdleConnections();
    await closed;
    await app.close();
  } finally {
    clearTimeout(cutOff);
  }
}

/**
 * Closing a port resets connections that the system has accepted for it and the process hasn't, and proxies don't repeat
 * what they have sent on one. A turn of the event loop takes one such connection, so after a short turn without any none
 * waits.
 */
async function untilNobodyConnects(server: Server): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  let isQuiet = false;
  const note = () => (isQuiet = false);
  server.on('connection', note);
  while (!isQuiet && performance.now() < deadline) {
    isQuiet = true;
    const startedAt = performance.now();
    // Resolves right after the turn has looked for connections.
    await nextTurn();
    if (performance.now() - startedAt > SHORT_TURN_MS) isQuiet = false;
  }
  server.off('connection', note);
}
