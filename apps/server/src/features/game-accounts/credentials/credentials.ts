import { createHash, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import type {
  CredentialRules,
  CredentialScheme,
} from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { Credential, Proof } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { ARGON2ID } from '#platform/auth/passwords.ts';
import { srp6Identity, srp6Verifier } from './srp6.ts';

/** Canary's defaults: `memoryConst`, `temporaryConst` and `parallelism` of its configuration. */
const ARGON2ID_DEFAULTS = { memoryKib: 65_536, passes: 2, lanes: 2 };
const ARGON2ID_BYTES = 32;
const ARGON2_SALT_BYTES = 16;
const BCRYPT_COST = 12;
const SRP6_SALT_BYTES = 32;

export type Derivation = {
  rules: Pick<CredentialRules, 'scheme' | 'parameters'>;
  login: string;
  password: string;
};

/**
 * What the game's table gets for a password.
 *
 * @param random makes salts; a parameter for test vectors
 */
export async function deriveCredential(
  { rules, login, password }: Derivation,
  random: (bytes: number) => Buffer = randomBytes,
): Promise<Credential> {
  const { scheme, parameters } = rules;
  switch (scheme) {
    case 'srp6': {
      const salt = random(SRP6_SALT_BYTES);
      const verifier = srp6Verifier(srp6Identity(login, password), salt);
      return { scheme, salt: salt.toString('hex'), verifier: verifier.toString('hex') };
    }
    case 'argon2id_raw':
      return { scheme, verifier: await rawArgon2id(password, parameters, random(ARGON2_SALT_BYTES)) };
    case 'bcrypt':
      // The library writes `$2y$`, which means the same and which fewer games know.
      return {
        scheme,
        verifier: (await bcrypt(password, parameters.cost ?? BCRYPT_COST)).replace(/^\$2y/, '$2b'),
      };
    case 'plain':
    case 'md5':
    case 'sha1':
    case 'sha1_base64':
    case 'mysql_password':
      return { scheme, verifier: unsaltedVerifier(scheme, password) };
  }
}

/** How the bridge checks the password of an account that exists in the game. */
export function deriveProof({ rules: { scheme }, login, password }: Derivation): Proof {
  switch (scheme) {
    case 'srp6':
      return { scheme, proof: srp6Identity(login, password).toString('hex') };
    case 'argon2id_raw':
    case 'bcrypt':
      // Only with the stored salt can it be checked, and only the bridge has that.
      return { scheme, proof: password };
    case 'plain':
    case 'md5':
    case 'sha1':
    case 'sha1_base64':
    case 'mysql_password':
      return { scheme, proof: unsaltedVerifier(scheme, password) };
  }
}

function unsaltedVerifier(
  scheme: Exclude<CredentialScheme, 'srp6' | 'argon2id_raw' | 'bcrypt'>,
  password: string,
): string {
  switch (scheme) {
    case 'plain':
      return password;
    case 'md5':
      return createHash('md5').update(password).digest('hex');
    case 'sha1':
      return createHash('sha1').update(password).digest('hex');
    case 'sha1_base64':
      return createHash('sha1').update(password).digest('base64');
    case 'mysql_password':
      return mysqlPassword(password);
  }
}

function mysqlPassword(password: string): string {
  const once = createHash('sha1').update(password).digest();
  return `*${createHash('sha1').update(once).digest('hex').toUpperCase()}`;
}

/** `$<salt>$<hash>`, not the PHC string: the game has the parameters in its configuration. */
async function rawArgon2id(
  password: string,
  { memoryKib, passes, lanes }: CredentialRules['parameters'],
  salt: Buffer,
): Promise<string> {
  const hash = await hashRaw(password, {
    ...ARGON2ID,
    memoryCost: memoryKib ?? ARGON2ID_DEFAULTS.memoryKib,
    timeCost: passes ?? ARGON2ID_DEFAULTS.passes,
    parallelism: lanes ?? ARGON2ID_DEFAULTS.lanes,
    outputLen: ARGON2ID_BYTES,
    salt,
  });
  return `$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
