import type {
  AccountPolicy,
  CredentialRules,
} from '@waygate/contract/game-accounts/credential-rules.schemas';

type Hashing = Pick<CredentialRules, 'scheme' | 'parameters'>;

/**
 * The least memory, in KiB, and passes that OWASP advises, each pair as strong as the others.
 * Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const STRONG_ARGON2ID: [memoryKib: number, passes: number][] = [
  [47_104, 1],
  [19_456, 2],
  [12_288, 3],
  [9216, 4],
  [7168, 5],
];
const STRONG_BCRYPT_COST = 10;

/** Whether the hash protects the portal's password about as well as the portal itself does. */
function isStrong({ scheme, parameters: { memoryKib, passes, cost } }: Hashing): boolean {
  // Without parameters they are made with defaults, which are strong.
  if (scheme === 'bcrypt') return cost === undefined || cost >= STRONG_BCRYPT_COST;
  return (
    scheme === 'argon2id_raw' &&
    STRONG_ARGON2ID.some(
      ([least, leastPasses]) => (memoryKib ?? 65_536) >= least && (passes ?? 2) >= leastPasses,
    )
  );
}

/**
 * With which password game accounts of a server are made.
 *
 * @param rules as the bridge reported them; null: it manages no accounts
 * @param policy as owners chose; null: by how well the game hashes passwords
 * @param isTrusted whether the game hashes as it did when its bridge first said so, or when owners last chose. Otherwise
 *   a thief of the bridge's token could have the portal's passwords hashed in any way
 * @returns null when the bridge manages no accounts
 */
export function effectiveAccountPolicy(
  rules: Hashing | null,
  { policy, isTrusted }: { policy: AccountPolicy | null; isTrusted: boolean },
): AccountPolicy | null {
  if (rules === null) return null;
  if (!isTrusted) return 'own_password';
  return policy ?? (isStrong(rules) ? 'same_password' : 'own_password');
}
