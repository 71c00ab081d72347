import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';

/** Simulated services listen only on the loopback interface. */
export const LOOPBACK = '127.0.0.1';

const LONGEST_BODY_BYTES = 64 * 1024;

/** Reads the body as text; undefined when it is longer than 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // A request without an encoding yields buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > LONGEST_BODY_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

/** Closes the server and all its connections immediately. */
export async function closeAtOnce(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
