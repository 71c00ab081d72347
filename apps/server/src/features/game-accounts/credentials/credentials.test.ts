import { argon2Sync } from 'node:crypto';
import { verify } from '@node-rs/bcrypt';
import type {
  CredentialRules,
  CredentialScheme,
} from '@waygate/contract/game-accounts/credential-rules.schemas';
import { describe, expect, test } from 'vitest';
import { gameAccepts, SCHEMES } from '#test/game-checks.ts';
import { deriveCredential, deriveProof } from './credentials.ts';
import { srp6Identity, srp6Verifier, upperLatin } from './srp6.ts';

type Options = { login?: string; salt?: Buffer; parameters?: CredentialRules['parameters'] };

const derive = (
  scheme: CredentialScheme,
  password: string,
  { login = 'tester', salt = Buffer.alloc(0), parameters = {} }: Options = {},
) => deriveCredential({ rules: { scheme, parameters }, login, password }, () => salt);

describe('a verifier equals that of other implementations', () => {
  test.each([
    // The games' own sources and documentation; of the second password, Python's hashlib.
    ['plain', 'test', 'test'],
    ['md5', 'test', '098f6bcd4621d373cade4e832627b4f6'],
    ['md5', 'Zażółć-7!', '95c034eff13281feb6ccb5dd29fbe0f5'],
    ['sha1', 'test', 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'],
    ['sha1', 'god', '21298df8a3277357ee55b01df9530b535cf08ec1'],
    ['sha1', 'Zażółć-7!', 'f11e01a95a9b4e72f8a53852eff3b1a096278cbf'],
    ['sha1_base64', 'test', 'qUqP5cyxm6YcTAhz05Hph5gvu9M='],
    ['sha1_base64', 'Zażółć-7!', '8R4BqVqbTnL4pThS7/OxoJYnjL8='],
    ['mysql_password', 'test', '*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29'],
    // MySQL's reference manual.
    ['mysql_password', 'mypass', '*6C8989366EAF75BB670AD8EA7A7FC1176A95CEF4'],
    ['mysql_password', 'Zażółć-7!', '*3D18C9C8066F5D7438622E236BA4BC1C12AB0C3B'],
  ] as const)('%s of %s', async (scheme, password, verifier) => {
    expect(await derive(scheme, password)).toEqual({ scheme, verifier });
  });

  test('srp6, as Python computes it', async () => {
    const salt = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    expect(await derive('srp6', 'test', { login: 'test', salt })).toEqual({
      scheme: 'srp6',
      salt: salt.toString('hex'),
      verifier: 'a57079472ffeddf921a6477b3b340f3691625bb0f1313427f38742e6f128b614',
    });
    const other = Buffer.from(Array.from({ length: 32 }, (_, index) => 100 + index));
    expect(srp6Verifier(srp6Identity('aüb', 'pw-9'), other).toString('hex')).toBe(
      '50eed837987c73777ac2242070e1438601b075e24e12e99b0c1994edd02d1712',
    );
    expect(srp6Identity('TEST', 'test').toString('hex')).toBe('3d0d99423e31fcc67a6745ec89d70d700344bc76');
  });

  test('argon2id, with the vectors of its reference implementation and with OpenSSL', async () => {
    const salt = Buffer.from('somesalt');
    const parameters = { memoryKib: 256, passes: 2, lanes: 2 };
    const { verifier } = await derive('argon2id_raw', 'password', { salt, parameters });
    const [, , hash = ''] = verifier.split('$');
    expect(verifier.startsWith('$c29tZXNhbHQ$')).toBe(true);
    expect(Buffer.from(hash, 'base64').toString('hex')).toBe(
      '6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037',
    );
    const canary = await derive('argon2id_raw', 'test', { salt: Buffer.from('0123456789abcdef') });
    const openssl = argon2Sync('argon2id', {
      message: 'test',
      nonce: Buffer.from('0123456789abcdef'),
      parallelism: 2,
      tagLength: 32,
      memory: 65_536,
      passes: 2,
    });
    expect(canary.verifier).toBe(`$MDEyMzQ1Njc4OWFiY2RlZg$${openssl.toString('base64').replaceAll('=', '')}`);
    expect(canary.verifier).toMatch(/^\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/);
  });

  test('bcrypt, in the format and with the check of libxcrypt', async () => {
    // perl -e 'print crypt("test", "\$2b\$04\$abcdefghijklmnopqrstuu")'
    expect(await verify('test', '$2b$04$abcdefghijklmnopqrstuuoD8yw7MmybLKVooaTGGZAt3HXugv2.a')).toBe(true);
    const { verifier } = await derive('bcrypt', 'test', { parameters: { cost: 4 } });
    expect(verifier).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
  });
});

const parameters = { memoryKib: 64, passes: 1, lanes: 1, cost: 4 };

describe.each(SCHEMES)("the game's own check of %s", (scheme) => {
  const rules = { scheme, parameters };

  test('accepts the password and refuses others', async () => {
    const credential = await deriveCredential({ rules, login: 'Tester', password: 'Right-pw 1' });
    const check = (password: string) => gameAccepts(credential, { login: 'Tester', password, parameters });
    expect(await check('Right-pw 1')).toBe(true);
    for (const wrong of ['Right-pw 2', 'Right-pw 1 ', '', 'Tester']) expect(await check(wrong)).toBe(false);
    // Only grunt folds letters.
    expect(await check('RIGHT-PW 1')).toBe(scheme === 'srp6');
  });

  test('has another salt each time, where there is one', async () => {
    const derivation = { rules, login: 'Tester', password: 'Right-pw 1' };
    const [one, other] = [await deriveCredential(derivation), await deriveCredential(derivation)];
    const isSalted = ['srp6', 'argon2id_raw', 'bcrypt'].includes(scheme);
    expect(one.verifier === other.verifier).toBe(!isSalted);
  });
});

const proof = (scheme: CredentialScheme) =>
  deriveProof({ rules: { scheme, parameters }, login: 'test', password: 'test' }).proof;

test('a proof has the password only where the bridge needs it', () => {
  expect(proof('srp6')).toBe('3d0d99423e31fcc67a6745ec89d70d700344bc76');
  expect(proof('mysql_password')).toBe('*94BDCEBE19083CE2A1F959FD02F964C7AF4CFC29');
  const plain = SCHEMES.filter((scheme) => proof(scheme) === 'test');
  expect(plain.toSorted()).toEqual(['argon2id_raw', 'bcrypt', 'plain']);
});

test('srp6 folds the letters from a to z alone', () => {
  expect(upperLatin('aZü-ßıj')).toBe('AZü-ßıJ');
});
