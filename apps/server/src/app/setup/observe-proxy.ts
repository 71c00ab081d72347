import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';
import { SetupFault } from './setup-fault.ts';

const TIMEOUT_MS = 5000;
/** A visitor's own claim, which must not be believed. From RFC 5737, for documentation. */
const CLAIMED = '192.0.2.1';

const receivedSchema = z.object({ token: z.string(), host: z.string(), forwardedFor: z.string() });

/**
 * Asks the public address for a page that this process serves for a moment, and looks at what the proxy passes on.
 *
 * @returns how many proxies there are, or why nobody can tell yet
 * @throws SetupFault for a proxy that passes on the wrong things
 */
export async function observeProxy({
  origin,
  host,
  port,
}: {
  origin: string;
  host: string;
  port: number;
}): Promise<{ proxies: number } | { unknown: string }> {
  const token = randomBytes(12).toString('hex');
  const server = createServer((request, response) => {
    const { host: named = '', 'x-forwarded-for': forwarded = '' } = request.headers;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token, host: named, forwardedFor: String(forwarded) }));
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return { unknown: `port ${port} is in use, probably by the portal itself` };
  }
  try {
    const received = await readThrough(`${origin}/.well-known/waygate-setup-${token}`);
    if (typeof received === 'string') return { unknown: received };
    if (received.token !== token) return { unknown: 'another server answers there' };
    return { proxies: countProxies(received, new URL(origin).host) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** @returns a sentence's end where there is no such answer */
async function readThrough(url: string): Promise<z.infer<typeof receivedSchema> | string> {
  try {
    const response = await fetch(url, {
      headers: { 'x-forwarded-for': CLAIMED },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parsed = receivedSchema.safeParse(await response.json().catch(() => undefined));
    return parsed.data ?? `it answers with status ${response.status} and passes nothing on to this machine`;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && 'code' in cause ? `no answer (${String(cause.code)})` : 'no answer';
  }
}

function countProxies(
  { host, forwardedFor }: { host: string; forwardedFor: string },
  expected: string,
): number {
  if (host !== expected)
    throw new SetupFault(
      `The proxy passes on Host ${host} instead of ${expected}: let it keep the visitor's.`,
    );
  const passed = forwardedFor.split(',').map((address) => address.trim());
  if (forwardedFor === '')
    throw new SetupFault('The proxy passes on no X-Forwarded-For, so all visitors would share one address.');
  if (passed.length === 1 && passed[0] === CLAIMED)
    throw new SetupFault(
      "The proxy passes on the visitor's own X-Forwarded-For, so anyone could choose an address: let it overwrite the header.",
    );
  return passed[0] === CLAIMED ? passed.length - 1 : passed.length;
}
