import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** How the server treats the next mail. */
export type Treatment =
  | 'accept'
  | 'refuse recipient'
  | 'refuse content'
  | 'refuse login'
  | 'refuse sender'
  | 'defer'
  | 'drop the connection';

export type TestSmtpServer = {
  url: string;
  port: number;
  /** In the order of arrival, parsed. */
  received: Email[];
  /** Recipients of the envelope, in the order of arrival. */
  recipients: string[];
  treat: (treatment: Treatment) => void;
  /** Ends every connection; clients that keep some open have to sign in again. */
  disconnect: () => void;
  stop: () => Promise<void>;
};

/** A real SMTP server on loopback that keeps what it takes. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const received: Email[] = [];
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  let treatment: Treatment = 'accept';
  const disconnect = () => sockets.forEach((socket) => socket.destroy());
  const answer = (refusal: Treatment, code: number) =>
    treatment === refusal ? Object.assign(new Error(`Test: ${refusal}`), { responseCode: code }) : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _, callback) => callback(answer('refuse login', 535), { user: auth.username }),
    onMailFrom: (_, __, callback) => callback(answer('refuse sender', 550)),
    onRcptTo: (_, __, callback) => callback(answer('refuse recipient', 550) ?? answer('defer', 451)),
    onData: (stream, session, callback) => {
      if (treatment === 'drop the connection') return disconnect();
      const keep = async () => {
        const raw = await readAll(stream);
        if (treatment === 'refuse content') return;
        received.push(await PostalMime.parse(raw));
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      };
      void keep().finally(() => callback(answer('refuse content', 554)));
    },
  });
  // A connection that is cut on purpose is no failure of the test.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  // A server that listens on a host and port has an address of this kind.
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://portal:secret@127.0.0.1:${bound}`,
    port: bound,
    received,
    recipients,
    treat: (next) => {
      treatment = next;
    },
    disconnect,
    stop: async () => {
      disconnect();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
