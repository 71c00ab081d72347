// A connection to a server that costs its process next to nothing, so that what is measured is the server.
import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Sends one request and returns the answer's status, when all of it is there. One at a time. */
export type Ask = (request: string) => Promise<number>;

export type KeptConnection = { ask: Ask; close: () => void };

/** Opens a connection that is kept alive. Its requests are whole texts, and answers must name their length. */
export async function keepConnection(origin: string): Promise<KeptConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<number> | undefined;
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    const status = statusOfWhole(received);
    if (status === undefined) return;
    received = '';
    waiting?.resolve(status);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  return {
    ask: async (request) => {
      if (socket.destroyed) throw new Error('The server closed the connection.');
      waiting = Promise.withResolvers();
      socket.write(request, 'latin1');
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/** @returns undefined while a part of the answer is missing */
function statusOfWhole(answer: string): number | undefined {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const head = answer.slice(0, headEnd);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`An answer without its length: ${head}`);
  const missing = headEnd + HEAD_END.length + Number(length) - answer.length;
  return missing > 0 ? undefined : Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}
