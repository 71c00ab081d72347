import { knowsPasskeys } from '#features/sign-in/second-factor/passkey.ts';

/**
 * Why no passkey can be added in this browser at this address; undefined when one can.
 *
 * @param origin where the server takes passkeys; undefined when it takes none
 */
export function passkeyObstacle(origin: string | undefined): string | undefined {
  if (origin === undefined)
    return "Passkeys need a domain name and HTTPS, which this site's address doesn't have.";
  if (window.location.origin !== origin)
    return `Passkeys belong to ${origin}. Open the site there to add one.`;
  if (!window.isSecureContext || !knowsPasskeys())
    return "This browser can't create passkeys here. Update it, or use another one.";
  return undefined;
}
