import http from 'node:http';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Where the worldserver listens, with an account of the game that may run commands. */
export type SoapSettings = { host: string; port: number; user: string; password: string; timeoutMs: number };

/**
 * What became of a command.
 * - `done`: the server ran it, and this is what it printed
 * - `refused`: the server answered with a fault
 * - `denied`: it doesn't accept the account, so it ran nothing
 * - `not_sent`: no connection was made, so it ran nothing
 * - `doubtful`: it was sent, and nobody knows what happened then
 */
export type SoapOutcome = {
  is: 'done' | 'refused' | 'denied' | 'not_sent' | 'doubtful';
  text: string;
};

const MAX_ANSWER_BYTES = 256 * 1024;
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: true,
});

/**
 * Runs one command on the worldserver. It is sent once: `http.request` on a connection of its own never repeats a
 * request, while `fetch` does so after some answers (421, redirects).
 */
export async function callSoap(settings: SoapSettings, command: string): Promise<SoapOutcome> {
  const body = envelope(command);
  return new Promise((resolve) => {
    let isConnected = false;
    const end = (is: SoapOutcome['is'], text: string) => {
      clearTimeout(timer);
      resolve({ is, text });
      request.destroy();
    };
    const request = http.request({
      host: settings.host,
      port: settings.port,
      method: 'POST',
      path: '/',
      agent: false,
      auth: `${settings.user}:${settings.password}`,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        soapaction: '"urn:AC#executeCommand"',
      },
    });
    const timer = setTimeout(() => {
      const seconds = Math.round(settings.timeoutMs / 1000);
      end(isConnected ? 'doubtful' : 'not_sent', `The worldserver didn't answer in ${seconds} seconds.`);
    }, settings.timeoutMs);
    request.on('socket', (socket) => {
      socket.once('connect', () => (isConnected = true));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Nothing is written before the connection is made.
      end(isConnected ? 'doubtful' : 'not_sent', describeFailure(error, settings));
    });
    request.on('response', (response) => readAnswer(response, end));
    request.end(body);
  });
}

function readAnswer(response: http.IncomingMessage, end: (is: SoapOutcome['is'], text: string) => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) end('doubtful', 'The answer of the worldserver is too long.');
    else chunks.push(chunk);
  });
  response.on('error', () => end('doubtful', 'The connection broke during the answer.'));
  response.on('end', () => {
    const { is, text } = readSoapAnswer(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'));
    end(is, text);
  });
}

/** Only an answer that is certainly of the worldserver is `done`, `refused` or `denied`. */
export function readSoapAnswer(status: number, body: string): SoapOutcome {
  if (status === 401)
    return { is: 'denied', text: 'The worldserver refuses the SOAP account or its password.' };
  if (status === 403)
    return { is: 'denied', text: 'The SOAP account may not run commands: its level is below 3.' };
  const content = findBody(body);
  const fault = content?.['Fault'];
  if (isRecord(fault)) return { is: 'refused', text: oneLine(fault['faultstring'] ?? fault['Reason']) };
  const answer = content?.['executeCommandResponse'];
  if (status === 200 && answer !== undefined) {
    return { is: 'done', text: oneLine(isRecord(answer) ? answer['result'] : answer) };
  }
  return { is: 'doubtful', text: `The answer of the worldserver can't be read (HTTP ${status}).` };
}

function findBody(xml: string): Record<string, unknown> | undefined {
  // The parser alone would also read an answer that was cut off.
  if (XMLValidator.validate(xml) !== true) return undefined;
  try {
    const root: unknown = parser.parse(xml);
    const message = isRecord(root) ? root['Envelope'] : undefined;
    const body = isRecord(message) ? message['Body'] : undefined;
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function oneLine(value: unknown): string {
  if (isRecord(value)) return oneLine(Object.values(value)[0]);
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}

function envelope(command: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:AC">' +
    `<SOAP-ENV:Body><ns1:executeCommand><command>${escapeXml(command)}</command></ns1:executeCommand>` +
    '</SOAP-ENV:Body></SOAP-ENV:Envelope>'
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function describeFailure(error: NodeJS.ErrnoException, { host, port }: SoapSettings): string {
  const code = error.code ?? error.message;
  if (code === 'ECONNREFUSED') return `Nothing listens for SOAP at ${host}:${port}.`;
  return `The connection to the worldserver at ${host}:${port} failed (${code}).`;
}
