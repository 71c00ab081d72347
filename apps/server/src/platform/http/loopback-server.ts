import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';

/** Simulated services listen to this machine alone. */
export const LOOPBACK = '127.0.0.1';

const LONGEST_BODY_BYTES = 64 * 1024;

/** The whole body as text; undefined when it is longer than 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // Without an encoding set, a request gives buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > LONGEST_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

/** Cuts off whoever is still connected. */
export async function closeAtOnce(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
