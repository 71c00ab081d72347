import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export type ReceivedCall = { path: string; headers: IncomingHttpHeaders; body: unknown };

type Answer = (response: ServerResponse) => void;

/** A server in the place of Discord: it answers 204 unless a test queues something else. */
export async function useWebhookServer(): Promise<{
  port: number;
  url: string;
  calls: ReceivedCall[];
  /** Answers the next calls, in this order. */
  answerNext: (...answers: Answer[]) => void;
  connections: () => number;
}> {
  const calls: ReceivedCall[] = [];
  const queued: Answer[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      calls.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = queued.shift() ?? withStatus(204);
      answer(response);
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const url = `http://127.0.0.1:${port}/api/webhooks/1/secret-token`;
  return {
    port,
    url,
    calls,
    answerNext: (...more) => void queued.push(...more),
    connections: () => connections,
  };
}

export function withStatus(status: number, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end();
}
