import { connect } from 'node:net';
import * as z from 'zod/mini';

const TIMEOUT_MS = 3_000;

/** Where players' clients connect, such as `127.0.0.1:6900`. */
export const gameAddressSchema = z.optional(
  z.string().check(z.regex(/^(\[[0-9a-fA-F:]+\]|[^\s:]+):\d{1,5}$/, 'An address has the form host:port.')),
);

/** Whether a server listens there. */
export async function isListening(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replaceAll(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(address.slice(colon + 1)), timeout: TIMEOUT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
