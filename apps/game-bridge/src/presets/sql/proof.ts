import type { CredentialScheme } from '@waygate/contract/game-accounts/credential-rules.schemas';

/** The schemes whose proof can be compared with what the game stores. */
export const PROVABLE: readonly CredentialScheme[] = [
  'plain',
  'md5',
  'sha1',
  'sha1_base64',
  'mysql_password',
  'bcrypt',
];

/** Whether the proof of a claim fits what the game stores. */
export async function isProofOf(scheme: CredentialScheme, proof: string, stored: string): Promise<boolean> {
  switch (scheme) {
    case 'plain':
    case 'sha1_base64':
      return proof === stored;
    case 'md5':
    case 'sha1':
    case 'mysql_password':
      return proof.toLowerCase() === stored.toLowerCase();
    case 'bcrypt': {
      const { bcryptVerify } = await import('hash-wasm');
      return stored.startsWith('$2') && (await bcryptVerify({ password: proof, hash: stored }));
    }
    case 'srp6':
    case 'argon2id_raw':
      return false;
  }
}
