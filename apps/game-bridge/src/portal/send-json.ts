import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export type Answer = { status: number; text: string };
export type SendJson = (
  call: { method: 'POST' | 'PUT'; path: string; headers: Record<string, string> },
  body: unknown,
) => Promise<Answer>;

/**
 * Sends JSON to one origin over a kept connection. It follows no redirects, which would carry the token to another address.
 * `node:http`, because the memory of `fetch` is half of what the bridge may have.
 */
export function createSender(origin: string): SendJson {
  const isSecure = origin.startsWith('https:');
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = isSecure ? httpsRequest : httpRequest;
  return ({ method, path, headers }, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const outgoing = request(
        new URL(path, origin),
        {
          method,
          agent,
          signal,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        },
        (incoming) => void readAnswer(incoming).then(resolve, reject),
      );
      outgoing.on('error', (error) => reject(signal.aborted ? new Error('no answer in time') : error));
      outgoing.end(text);
    });
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    // Without an encoding, a stream of bytes gives buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    chunks.push(buffer);
  }
  return { status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
}
