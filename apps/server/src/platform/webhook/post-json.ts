import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** What became of a request. A reason never contains the address, which is a secret. */
export type PostOutcome =
  | { kind: 'accepted' }
  /** It may succeed later, and not before this many seconds. */
  | { kind: 'failed'; reason: string; retryAfterSeconds?: number }
  /** Trying again is pointless. */
  | { kind: 'refused'; reason: string };

/** Posts a value as JSON. Never throws. */
export type PostJson = (body: unknown) => Promise<PostOutcome>;

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type PostOptions = {
  url: string;
  timeoutMs?: number;
  /** For tests against a server on loopback. */
  isAllowed?: (address: string) => boolean;
  allowsHttp?: boolean;
  resolve?: Resolve;
};

/**
 * Creates a client for one webhook that an operator configured. It follows no redirect and connects to public addresses
 * alone: what DNS answers is checked for each connection, and the connection goes to the checked address, so that a name
 * which changes its address in between (DNS rebinding) gains nothing.
 */
export function createPostJson({
  url,
  timeoutMs = TIMEOUT_MS,
  isAllowed = isPublicAddress,
  allowsHttp = false,
  resolve = resolveName,
}: PostOptions): PostJson {
  const target = new URL(url);
  const isHttps = target.protocol === 'https:';
  if (!isHttps && !allowsHttp) throw new Error('A webhook needs an https address.');
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  // No kept connections: each one is checked. And no proxy of the environment.
  const agent = isHttps ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  const lookup = checkedLookup(resolve, isAllowed);
  return async (body) => {
    // No name is looked up for an address.
    if (isIP(host) !== 0 && !isAllowed(host)) return NOT_PUBLIC;
    const payload = Buffer.from(JSON.stringify(body));
    const headers = {
      'content-type': 'application/json',
      'content-length': payload.byteLength,
      'user-agent': 'Waygate',
    };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await new Promise<IncomingMessage>((answered, failed) => {
        const send = isHttps ? requestHttps : requestHttp;
        const request = send(target, { method: 'POST', agent, lookup, headers, signal }, answered);
        request.on('error', failed);
        request.end(payload);
      });
      // Nothing of the body is needed, however long it is.
      response.on('error', () => {});
      response.destroy();
      return judge(response);
    } catch (error) {
      return failureOf(error, signal.aborted);
    }
  };
}

const NOT_PUBLIC: PostOutcome = { kind: 'refused', reason: 'the address is not public' };

class NotPublicError extends Error {}

function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new NotPublicError(), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

function judge({ statusCode = 0, headers }: IncomingMessage): PostOutcome {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'accepted' };
  const reason = `the webhook answered with status ${statusCode}`;
  if (statusCode >= 300 && statusCode < 400)
    return { kind: 'refused', reason: `${reason}, a redirect, which is not followed` };
  if (statusCode === 408 || statusCode === 425 || statusCode === 429 || statusCode >= 500)
    return { kind: 'failed', reason, ...retryAfterOf(headers['retry-after']) };
  return { kind: 'refused', reason };
}

/** Seconds or a date. Source: RFC 9110, section 10.2.3; Discord sends seconds, also with a fraction. */
function retryAfterOf(header: string | undefined): { retryAfterSeconds?: number } {
  if (header === undefined) return {};
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: Math.ceil(seconds) } : {};
}

function failureOf(error: unknown, isTimeout: boolean): PostOutcome {
  if (error instanceof NotPublicError) return NOT_PUBLIC;
  if (isTimeout) return { kind: 'failed', reason: 'the webhook did not answer in time' };
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  // Only the code: messages name the host.
  return { kind: 'failed', reason: `the webhook could not be reached (${code})` };
}
