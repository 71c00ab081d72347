import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { XMLParser } from 'fast-xml-parser';
import type { MariadbDatabase } from '#test/mariadb-database.ts';

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
  behave: (choose: (subject: string) => Behaviour) => void;
  /** How long `late` and `too_late` take. */
  delays: { lateMs: number; tooLateMs: number; deadMs: number };
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

const LEGAL = /^\.send items (\d+) "([^"'\\|]+)" "([^"'\\|]+)" ((?:\d+:\d+ ?)+)$/;
const MAX_STACKS = 12;
const PARSER = new XMLParser({ removeNSPrefix: true, parseTagValue: false });

/** A worldserver of our own: it runs one command at a time, and writes mails into MariaDB. */
export async function startWorldserver(
  characters: MariadbDatabase,
  world: MariadbDatabase,
): Promise<Worldserver> {
  let choose: (subject: string) => Behaviour = () => 'commits';
  let queue = Promise.resolve();
  let server: Server | undefined;
  let nextMailId = 1;
  const commands: string[] = [];
  const delays = { lateMs: 150, tooLateMs: 1500, deadMs: 300 };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const command = await readCommand(request, response);
    if (command === undefined) return;
    if (!command.startsWith('.send items')) return answerOther(command, response);
    commands.push(command);
    const mail = LEGAL.exec(command);
    if (!mail) return fault(response, 'Incorrect syntax.');
    const refusal = await findRefusal(mail);
    if (refusal !== undefined) return fault(response, refusal);
    await act(mail, response);
  };

  /** In the order of the real command: the receiver, then the items. */
  const findRefusal = async ([, guid, , , items = '']: RegExpExecArray) => {
    const found = await characters.rows(`select 1 from characters where guid = ${guid}`);
    if (found.length === 0) return `Character with GUID '${guid}' does not exist.`;
    let stacks = 0;
    for (const item of items.trim().split(' ')) {
      const [id = '', count = ''] = item.split(':');
      const [template] = await world.rows<{ stackable: number; maxcount: number }>(
        `select stackable, maxcount from item_template where entry = ${id}`,
      );
      if (!template) return `Invalid item id: ${id}`;
      if (template.maxcount > 0 && Number(count) > template.maxcount) {
        return `Invalid item count (${count}) for item ${id}`;
      }
      stacks += Math.ceil(Number(count) / template.stackable);
    }
    return stacks > MAX_STACKS ? `Mail can't have more ${MAX_STACKS} item stacks` : undefined;
  };

  const commit = async ([, guid, subject = '', text = '', items = '']: RegExpExecArray) => {
    const id = nextMailId++;
    const attachments = items
      .trim()
      .split(' ')
      .map((item) => item.split(':'));
    const statements = attachments.map(
      ([entry, count]) =>
        `insert into item_instance (itemEntry, owner_guid, count) values (${entry}, ${guid}, ${count});
         insert into mail_items values (${id}, last_insert_id(), ${guid});`,
    );
    await characters.run(`start transaction;
      insert into mail (id, stationery, sender, receiver, subject, body, has_items, expire_time, deliver_time)
      values (${id}, 61, ${guid}, ${guid}, '${subject}', '${text}', 1, unix_timestamp() + 2592000, unix_timestamp());
      ${statements.join('\n')} commit;`);
  };

  const act = async (mail: RegExpExecArray, response: ServerResponse) => {
    const later = async (ms: number) => {
      await sleep(ms);
      await commit(mail).catch(() => {});
    };
    const behaviour = choose(mail[2] ?? '');
    switch (behaviour) {
      case 'late':
      case 'too_late':
        void later(behaviour === 'late' ? delays.lateMs : delays.tooLateMs);
        return answer(response, 'Mail sent to Thrall');
      case 'never':
        return answer(response, 'Mail sent to Thrall');
      case 'refuses':
        return fault(response, 'Invalid item id: 1');
      case 'drops':
        return void response.destroy();
      case 'sleeps':
        return;
      case 'dies':
        response.destroy();
        return die();
      default:
        await commit(mail);
        return answerAfterCommit(behaviour, response);
    }
  };

  const answerAfterCommit = (behaviour: Behaviour, response: ServerResponse) => {
    switch (behaviour) {
      case 'silent':
        return void response.destroy();
      case 'cut':
        response.write('<?xml version="1.0"?><SOAP-ENV:Envelope><SOAP-ENV:Body>');
        return void setTimeout(() => response.destroy(), 5);
      case 'babbles':
        return void response.writeHead(502).end('<html>Bad gateway');
      case 'hangs':
        return;
      case 'confused':
        return fault(response, 'mod-something: unexpected state');
      case 'repeats':
        answer(response, 'Mail sent to Thrall');
        return void response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      case 'dies_after':
        response.destroy();
        return die();
      default:
        return answer(response, 'Mail sent to Thrall');
    }
  };

  const die = () => {
    void stop().then(async () => {
      await sleep(delays.deadMs);
      await start();
    });
  };

  let port = 0;
  const start = async () => {
    const listening = createServer((request, response) => {
      queue = queue.then(() => handle(request, response)).catch(() => void response.destroy());
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
    // A server that listens on a port has an address.
    port = (listening.address() as AddressInfo).port;
  };
  const stop = async () => {
    const stopped = server;
    server = undefined;
    stopped?.closeAllConnections();
    await new Promise<void>((resolve) => (stopped ? stopped.close(() => resolve()) : resolve()));
  };
  await start();
  return { port, commands, behave: (chosen) => (choose = chosen), delays, stop, start };
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
