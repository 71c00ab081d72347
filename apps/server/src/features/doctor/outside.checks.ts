import { connect } from 'node:tls';
import * as z from 'zod';
import type { Config } from '#platform/config/config.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

const TIMEOUT_MS = 5000;
const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 14;
/** Reserved for documentation, so that no visitor has it. Source: RFC 5737 */
const CLAIMED = '203.0.113.7';

const seenSchema = z.object({
  caller: z.object({ address: z.string(), forwardedFor: z.string().nullable() }),
});

/** Who a request comes from, as the portal sees it, and the header that came with it. */
export type Caller = z.infer<typeof seenSchema>['caller'];

/** The portal as visitors reach it: its name, certificate, and what the proxy in front passes on. */
export function outsideChecks(config: Config): Check[] {
  return [{ name: 'public_address', run: () => checkOutside(config) }];
}

async function checkOutside(config: Config): Promise<Observation[]> {
  const { mode, publicOrigin, metricsToken } = config;
  if (mode === 'local') return [skipped('The portal is in local mode.')];
  const answer = await get(`${publicOrigin}/readyz`).catch((error: unknown) => reasonOf(error));
  if (typeof answer === 'string' || !answer.ok)
    return [
      problem({
        what: `${publicOrigin} doesn't answer as it should: ${typeof answer === 'string' ? answer : `status ${answer.status}`}.`,
        why: 'Visitors see the same, unless only this machine is kept from it.',
        fix: 'Look at the name in the DNS, at the proxy, and whether an api process is ready.',
      }),
    ];
  const found = [
    ...(publicOrigin.startsWith('https:') ? await checkHttps(new URL(publicOrigin)) : []),
    ...(metricsToken === undefined ? [] : await checkProxy(config, metricsToken)),
  ];
  return [
    ...(found.length > 0 ? found : [ok(`${publicOrigin} answers.`)]),
    ...(metricsToken === undefined
      ? [proxyUnchecked('METRICS_TOKEN is not set', 'METRICS_TOKEN=<output of: openssl rand -hex 32>')]
      : []),
  ];
}

function proxyUnchecked(because: string, fix: string): Observation {
  return {
    ...skipped(`What the proxy passes on was not checked, because ${because}.`),
    why: 'With wrong headers, all visitors share one address, or choose theirs.',
    fix,
  };
}

async function checkHttps({ hostname, port }: URL): Promise<Observation[]> {
  const [validTo, isRedirected] = await Promise.all([
    readCertificateEnd(hostname, Number(port) || 443),
    // Nothing needs to listen on another port than 80.
    port === '' ? redirectsToHttps(hostname) : true,
  ]);
  const certificate = observeCertificate(validTo, new Date());
  if (isRedirected) return certificate;
  return [
    ...certificate,
    warning({
      what: `http://${hostname} doesn't lead to https.`,
      why: 'Who types the name without https sees an error, or sends a password in the clear.',
      fix: 'Let the proxy answer port 80 with a redirect to https.',
    }),
  ];
}

export function observeCertificate(validTo: Date, now: Date): Observation[] {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  if (days >= EXPIRES_SOON_DAYS) return [];
  const reason = {
    what: days < 0 ? 'The certificate has expired.' : `The certificate expires in ${days} days.`,
    why: 'Browsers refuse the portal from then on.',
    fix: "Look why the proxy or certbot doesn't renew it.",
  };
  return [days < 2 ? problem(reason) : warning(reason)];
}

/** Claims to be forwarded, as any visitor can, and asks the portal whom it believes. */
async function checkProxy({ publicOrigin, trustProxy }: Config, token: string): Promise<Observation[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': CLAIMED };
  const answer = await get(`${publicOrigin}/readyz?detail`, { headers });
  const seen = seenSchema.safeParse(await answer.json().catch(() => undefined));
  return seen.success
    ? observeProxy(seen.data.caller, trustProxy)
    : [
        proxyUnchecked(
          `the portal refused METRICS_TOKEN with status ${answer.status}`,
          'Restart the portal with the METRICS_TOKEN that the doctor has.',
        ),
      ];
}

export function observeProxy(
  { address, forwardedFor }: Caller,
  trustProxy: Config['trustProxy'],
): Observation[] {
  const isTrusting = trustProxy !== 0;
  if (address === CLAIMED)
    return [
      problem({
        what: 'The portal believes the address that a visitor claims in X-Forwarded-For.',
        why: 'Every limit per address can be evaded.',
        fix: 'Set TRUST_PROXY to the exact number of proxies, or let the first one overwrite the header.',
      }),
    ];
  if (isTrusting && forwardedFor === null)
    return [
      problem({
        what: "The proxy doesn't pass on X-Forwarded-For.",
        why: "All visitors have the proxy's address and share its limits.",
        fix: 'Caddy passes it on by itself; nginx: proxy_set_header X-Forwarded-For $remote_addr;',
      }),
    ];
  if (!isTrusting && forwardedFor !== CLAIMED)
    return [
      problem({
        what: 'A proxy is in front, but TRUST_PROXY is off.',
        why: "All visitors have the proxy's address and share its limits.",
        fix: 'TRUST_PROXY=on, or the number of proxies',
      }),
    ];
  return [];
}

function readCertificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('The TLS handshake took too long.')));
  });
}

/** Also true where nothing answers on port 80: a name without https then fails at once. */
async function redirectsToHttps(host: string): Promise<boolean> {
  const answer = await get(`http://${host}/`).catch(() => undefined);
  return !answer || (answer.status >= 300 && (answer.headers.get('location') ?? '').startsWith('https:'));
}

function get(address: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/** Of a failed fetch, whose own message is the same for all. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
