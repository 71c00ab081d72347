import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { AccountPolicy } from '@waygate/contract/game-servers/game-servers.admin.schemas';

/** Hashes that protect the portal's password as well as the portal itself does. */
const STRONG_SCHEMES: readonly CredentialRules['scheme'][] = ['argon2id_raw', 'bcrypt'];

/**
 * With which password game accounts of a server are made.
 *
 * @param rules as the bridge reported them; null: it manages no accounts
 * @param policy as owners chose; null: by how well the game hashes passwords
 * @returns null when the bridge manages no accounts
 */
export function effectiveAccountPolicy(
  rules: Pick<CredentialRules, 'scheme'> | null,
  policy: AccountPolicy | null,
): AccountPolicy | null {
  if (rules === null) return null;
  return policy ?? (STRONG_SCHEMES.includes(rules.scheme) ? 'same_password' : 'own_password');
}
