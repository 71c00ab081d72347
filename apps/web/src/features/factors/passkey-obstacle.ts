import { knowsPasskeys } from '#features/sign-in/second-factor/passkey.ts';

const IP_ADDRESS = /^(\[.*\]|[\d.]+)$/;

/** Why no passkey can be added in this browser at this address; undefined when one can. */
export function passkeyObstacle(publicOrigin: string): string | undefined {
  const { hostname } = window.location;
  if (IP_ADDRESS.test(hostname))
    return 'Passkeys need a domain name, and this page was opened by an IP address.';
  if (hostname !== new URL(publicOrigin).hostname)
    return `Passkeys belong to ${publicOrigin}. Open the site there to add one.`;
  if (!window.isSecureContext) return "Passkeys need HTTPS, and this address doesn't have it.";
  if (!knowsPasskeys()) return "This browser can't create passkeys. Update it, or use another one.";
  return undefined;
}
