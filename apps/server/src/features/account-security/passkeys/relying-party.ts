import { isIP } from 'node:net';
import type { Config } from '#platform/config/config.ts';
import { conflict } from '#platform/errors/app-error.ts';

/** What a passkey is bound to. */
export type RelyingParty = {
  /** The portal's domain, without a port. */
  id: string;
  /** The only origin whose answers count. */
  origin: string;
  name: string;
};

type SiteConfig = Pick<Config, 'publicOrigin' | 'brand'>;

/**
 * Browsers bind passkeys to a domain: an IP address has none. They offer passkeys on HTTPS alone, and on `localhost`.
 *
 * @returns undefined where the portal's public address allows no passkeys
 */
export function findRelyingParty({ publicOrigin, brand }: SiteConfig): RelyingParty | undefined {
  const { protocol, hostname } = new URL(publicOrigin);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return undefined;
  return { id: hostname, origin: publicOrigin, name: brand.name };
}

/** @throws conflict where the portal's public address allows no passkeys */
export function requireRelyingParty(config: SiteConfig): RelyingParty {
  const relyingParty = findRelyingParty(config);
  if (relyingParty) return relyingParty;
  throw conflict(
    `Passkeys need a portal with a domain name and HTTPS, or localhost. This one is at ${config.publicOrigin}.`,
  );
}
