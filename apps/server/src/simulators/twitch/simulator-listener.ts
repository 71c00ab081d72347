import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLocalHost, isSameOrigin } from '#platform/http/local-only.ts';
import { closeAtOnce, LOOPBACK, readBody } from '#platform/http/loopback-server.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { answerCall, type Reply } from './answer-call.ts';
import { type Answer, type Call, oauthError } from './simulated-answers.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

export type SimulatorListener = {
  /** Scheme, host and port. */
  url: string;
  close: () => Promise<void>;
};

/** Opens a loopback port; 0 chooses a free one. @returns undefined when the port is in use */
export function openPort(port: number): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    const fail = (error: Error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    };
    server.once('error', fail);
    server.listen(port, LOOPBACK, () => {
      server.off('error', fail);
      resolve(server);
    });
  });
}

export function portOf(server: Server): number {
  // A server that listens on a TCP port has such an address.
  return (server.address() as AddressInfo).port;
}

export function addressOf(port: number): string {
  return `http://${LOOPBACK}:${port}`;
}

/** Answers calls on an opened port. */
export function listenForTwitch(server: Server, simulator: TwitchSimulator, log: Logger): SimulatorListener {
  server.on('request', (request, response) => {
    answerRequest(simulator, request).then(
      (reply) => send(response, reply),
      (error) => {
        log.error({ err: error }, 'the simulated Twitch failed');
        send(response, oauthError(500, 'Something broke.'));
      },
    );
  });
  return {
    url: addressOf(portOf(server)),
    close: () => closeAtOnce(server),
  };
}

async function answerRequest(simulator: TwitchSimulator, request: IncomingMessage): Promise<Reply> {
  // Any other host name could be a website's that resolves to this machine (DNS rebinding).
  const isOwnPage = request.method === 'GET' || isSameOrigin(request.headers);
  if (!isLocalHost(request.headers.host) || !isOwnPage)
    return oauthError(403, 'Available only on this machine.');
  const body = await readBody(request);
  if (body === undefined) return oauthError(413, 'Too large.');
  return answerCall(simulator, callOf(request, body));
}

function callOf(request: IncomingMessage, body: string): Call {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
  const { authorization, 'client-id': clientId } = request.headers;
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    form: new URLSearchParams(body),
    headers: { authorization, 'client-id': typeof clientId === 'string' ? clientId : undefined },
  };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'nothing') return;
  if ('cut' in reply) return breakOff(response, reply.cut);
  response.writeHead(reply.status, reply.headers);
  response.end(reply.body);
}

function breakOff(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}
