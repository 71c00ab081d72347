import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { XMLParser } from 'fast-xml-parser';
import type { MariadbDatabase } from '#test/open-mariadb-database.ts';
import { commitMail, findRefusal, parseMailCommand } from './worldserver-mail.ts';

/**
 * How the worldserver handles a mail. The real one answers first and commits later, on another thread.
 * - `commits`: before the answer; `late`: a moment after it; `too_late`: when nobody waits any more; `never`: a failed commit
 * - `silent`: commits, and closes the connection; `cut`: commits, and breaks off in its answer; `babbles`: answers no SOAP
 * - `drops`: closes the connection, and does nothing; `hangs`: commits, and never answers; `sleeps`: neither
 * - `refuses`: with a fault, before anything; `confused`: commits, and answers with a fault of a module
 * - `repeats`: commits, and answers twice
 * - `dies`: closes the connection and isn't there for a while; `dies_after`: the same after it committed
 */
export type Behaviour =
  | 'commits'
  | 'late'
  | 'too_late'
  | 'never'
  | 'silent'
  | 'cut'
  | 'babbles'
  | 'drops'
  | 'hangs'
  | 'sleeps'
  | 'refuses'
  | 'confused'
  | 'repeats'
  | 'dies'
  | 'dies_after';

/** Of these, the mail is there before the bridge stops waiting. */
export const COMMITTED = [
  'commits',
  'late',
  'silent',
  'cut',
  'babbles',
  'hangs',
  'confused',
  'repeats',
  'dies_after',
];

export const SOAP_USER = 'WAYGATE';
export const SOAP_PASSWORD = 'p&ss:<word>';

export type Worldserver = {
  port: number;
  /** Each mail command as it arrived. */
  commands: string[];
  /** Called when a command arrives. */
  onCommand: ((command: string) => void) | undefined;
  behave: (choose: (subject: string) => Behaviour) => void;
  /** How long `late` takes, and how long it is dead. */
  delays: { lateMs: number; deadMs: number };
  /** Commits what is `too_late`. */
  commitTooLate: () => Promise<void>;
  stop: () => Promise<void>;
  start: () => Promise<number>;
};

const PARSER = new XMLParser({ removeNSPrefix: true, parseTagValue: false });

/** A worldserver of our own: it runs one command at a time, and writes mails into MariaDB. */
export async function startWorldserver(
  characters: MariadbDatabase,
  world: MariadbDatabase,
): Promise<Worldserver> {
  let choose: (subject: string) => Behaviour = alwaysCommit;
  let queue = Promise.resolve();
  let nextMailId = 1;
  const tooLate: (() => Promise<void>)[] = [];
  const listener = createListener((request, response) => {
    queue = queue.then(() => handle(request, response)).catch(() => void response.destroy());
  });
  const worldserver: Worldserver = {
    port: await listener.start(),
    commands: [],
    onCommand: undefined,
    behave: (chosen) => (choose = chosen),
    delays: { lateMs: 150, deadMs: 300 },
    commitTooLate: async () => {
      for (const commit of tooLate.splice(0)) await commit();
    },
    stop: listener.stop,
    start: listener.start,
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const command = await readCommand(request, response);
    if (command === undefined) return;
    worldserver.onCommand?.(command);
    if (!command.startsWith('.send items')) return answerOther(command, response);
    worldserver.commands.push(command);
    const mail = parseMailCommand(command);
    if (!mail) return fault(response, 'Incorrect syntax.');
    const refusal = await findRefusal(mail, { characters, world });
    if (refusal !== undefined) return fault(response, refusal);
    const commit = () => commitMail(characters, nextMailId++, mail);
    const behaviour = choose(mail.subject);
    await act({ behaviour, commit, tooLate, response, lateMs: worldserver.delays.lateMs });
    if (behaviour === 'dies' || behaviour === 'dies_after') void dieFor(worldserver);
  };
  return worldserver;
}

function alwaysCommit(): Behaviour {
  return 'commits';
}

async function dieFor({ stop, start, delays }: Worldserver): Promise<void> {
  await stop();
  await sleep(delays.deadMs);
  await start();
}

function createListener(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  let port = 0;
  let server: Server | undefined;
  return {
    start: async () => {
      const listening = createServer(handle);
      server = listening;
      await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
      // A server that listens on a port has an address.
      port = (listening.address() as AddressInfo).port;
      return port;
    },
    stop: async () => {
      const stopped = server;
      server = undefined;
      stopped?.closeAllConnections();
      await new Promise<void>((resolve) => (stopped ? stopped.close(() => resolve()) : resolve()));
    },
  };
}

type Act = {
  behaviour: Behaviour;
  commit: () => Promise<void>;
  tooLate: (() => Promise<void>)[];
  response: ServerResponse;
  lateMs: number;
};

async function act({ behaviour, commit, tooLate, response, lateMs }: Act): Promise<void> {
  switch (behaviour) {
    case 'late':
      // The test may have ended, and with it the database.
      void sleep(lateMs).then(() => commit().catch(() => {}));
      return answer(response, 'Mail sent to Thrall');
    case 'too_late':
      tooLate.push(commit);
      return answer(response, 'Mail sent to Thrall');
    case 'never':
      return answer(response, 'Mail sent to Thrall');
    case 'refuses':
      return fault(response, 'Invalid item id: 1');
    case 'sleeps':
      return;
    case 'drops':
    case 'dies':
      return void response.destroy();
    case 'commits':
    case 'silent':
    case 'cut':
    case 'babbles':
    case 'hangs':
    case 'confused':
    case 'repeats':
    case 'dies_after':
      await commit();
      return answerCommitted(behaviour, response);
  }
}

function answerCommitted(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'hangs') return;
  if (behaviour === 'confused') return fault(response, 'mod-something: unexpected state');
  if (behaviour === 'babbles') return void response.writeHead(502).end('<html>Bad gateway');
  if (behaviour === 'silent' || behaviour === 'dies_after') return void response.destroy();
  if (behaviour === 'cut') {
    response.write('<?xml version="1.0"?><SOAP-ENV:Envelope><SOAP-ENV:Body>');
    return void setTimeout(() => response.destroy(), 5);
  }
  answer(response, 'Mail sent to Thrall');
  if (behaviour === 'repeats') response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
}

async function readCommand(request: IncomingMessage, response: ServerResponse): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const [user, ...password] = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64')
    .toString()
    .split(':');
  if (user === 'PLAYER') return void response.writeHead(403).end();
  if (user !== SOAP_USER || password.join(':') !== SOAP_PASSWORD) return void response.writeHead(401).end();
  const message: unknown = PARSER.parse(Buffer.concat(chunks).toString());
  // Our own client wrote it.
  const { Envelope } = message as { Envelope: { Body: { executeCommand: { command: string } } } };
  return Envelope.Body.executeCommand.command;
}

function answerOther(command: string, response: ServerResponse): void {
  if (command === '.server info') {
    return answer(response, 'AzerothCore rev. 5d2b5a5e7c6f+ 2026-01-01\r\nConnected players: 0.');
  }
  return command.startsWith('.kick ') ? answer(response, '') : fault(response, 'There is no such command.');
}

function answer(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/xml', connection: 'close' });
  response.end(
    soap(`<ns1:executeCommandResponse><result>${text}&#xD;\n</result></ns1:executeCommandResponse>`),
  );
}

function fault(response: ServerResponse, text: string): void {
  response.writeHead(500, { 'content-type': 'text/xml', connection: 'close' });
  const parts = `<faultcode>SOAP-ENV:Client</faultcode><faultstring>${text}&#xD;\n</faultstring>`;
  response.end(soap(`<SOAP-ENV:Fault>${parts}</SOAP-ENV:Fault>`));
}

function soap(body: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope' +
    ' xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:AC">' +
    `<SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`
  );
}
