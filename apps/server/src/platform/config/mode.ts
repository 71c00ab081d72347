import { isLoopbackHost } from './loopback-address.ts';

/**
 * `local`: the portal can be reached from this machine only, so payments and Twitch may be simulated and pages for
 * developers are open. `public`: what is not configured is switched off.
 */
export type Mode = 'local' | 'public';

/** Variables as they are set; undefined: the default. */
type Given = Record<string, string | undefined>;

const DEFAULT_HOST = '127.0.0.1';

/**
 * Chooses the mode by the portal's addresses alone, whatever database or mail server is set. NODE_ENV=production never
 * gets a simulator, not even on this machine.
 *
 * @returns the mode, and why, as a clause without a full stop
 */
export function chooseMode(given: Given): { mode: Mode; modeReason: string } {
  const { PUBLIC_ORIGIN: origin = ownOrigin(given), HOST: host = DEFAULT_HOST } = given;
  const publicReason = findPublicReason({ environment: given.NODE_ENV, origin, host });
  if (publicReason !== undefined) return { mode: 'public', modeReason: publicReason };
  return { mode: 'local', modeReason: `PUBLIC_ORIGIN (${origin}) and HOST (${host}) are on this machine` };
}

function findPublicReason({
  environment,
  origin,
  host,
}: {
  environment: string | undefined;
  origin: string;
  host: string;
}): string | undefined {
  if (environment === 'production') return 'NODE_ENV is production';
  if (!isLoopbackHost(URL.parse(origin)?.hostname ?? '')) return `PUBLIC_ORIGIN is ${origin}`;
  return isLoopbackHost(host) ? undefined : `HOST is ${host}`;
}

/** Settings that a public portal starts with and an operator should change, as sentences. */
export function modeWarnings(given: Given): string[] {
  if (chooseMode(given).mode === 'local') return [];
  const { PUBLIC_ORIGIN: origin, TRUST_PROXY: proxies } = given;
  const warnings: string[] = [];
  if (given.FACTOR_KEY === undefined)
    warnings.push(
      'FACTOR_KEY is not set: a copy of DATA_DIR contains the key of authenticator apps, and without that key players need recovery codes.',
    );
  if (origin === undefined)
    warnings.push(`PUBLIC_ORIGIN is not set: links in mails lead to ${ownOrigin(given)}.`);
  else if (!/^https:/i.test(origin))
    warnings.push('PUBLIC_ORIGIN is not https: passwords and sessions travel unencrypted.');
  // The portal speaks no TLS, so https means a proxy.
  else if (proxies === undefined)
    warnings.push('TRUST_PROXY is not set: all visitors behind the proxy share one address and its limits.');
  return warnings;
}

function ownOrigin({ PORT: port = '3000' }: Given): string {
  return `http://localhost:${port}`;
}
