import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTokenBox, TokenUnreadable } from './token-box.ts';

const TOKEN = 'secret-access-token-ü';
const key = (id: string) => ({ id, key: randomBytes(32) });

test('a token encrypted for an account is decrypted for it, and looks different each time', () => {
  const box = createTokenBox([key('1')]);
  const [first, second] = [box.seal(TOKEN, 7), box.seal(TOKEN, 7)];
  expect(box.open(first, 7)).toBe(TOKEN);
  expect(box.open(second, 7)).toBe(TOKEN);
  expect(first.sealed.equals(second.sealed)).toBe(false);
  expect(first.sealed.includes('secret')).toBe(false);
  expect(box.open(box.seal('', 7), 7)).toBe('');
});

test('a new key encrypts while the old one still decrypts, until it is removed', () => {
  const [old, fresh] = [key('1'), key('2026-11')];
  const sealed = createTokenBox([old]).seal(TOKEN, 7);
  const rotating = createTokenBox([fresh, old]);
  expect(rotating.open(sealed, 7)).toBe(TOKEN);
  expect(rotating.isNewest(sealed.keyId)).toBe(false);
  const again = rotating.seal(rotating.open(sealed, 7), 7);
  expect(again.keyId).toBe('2026-11');
  expect(rotating.isNewest(again.keyId)).toBe(true);
  const rotated = createTokenBox([fresh]);
  expect(rotated.open(again, 7)).toBe(TOKEN);
  expect([rotated.knows('2026-11'), rotated.knows('1')]).toEqual([true, false]);
  expect(() => rotated.open(sealed, 7)).toThrow(new TokenUnreadable('its key is not configured'));
});

test('decryption fails for another account, altered data, or another key of the same name', () => {
  const box = createTokenBox([key('1')]);
  const { keyId, sealed } = box.seal(TOKEN, 7);
  const shut = [
    () => box.open({ keyId, sealed }, 8),
    () => createTokenBox([key('1')]).open({ keyId, sealed }, 7),
    () => box.open({ keyId, sealed: sealed.subarray(0, 20) }, 7),
    () => box.open({ keyId, sealed: Buffer.alloc(0) }, 7),
    ...Array.from({ length: sealed.length }, (_, index) => () => {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      return box.open({ keyId, sealed: altered }, 7);
    }),
  ];
  for (const open of shut) expect(open).toThrow(TokenUnreadable);
});

test('errors about an encrypted text do not contain it', () => {
  const box = createTokenBox([key('1')]);
  const { keyId, sealed } = box.seal(TOKEN, 7);
  expect(() => box.open({ keyId, sealed }, 8)).not.toThrow(/secret/);
});

test('an identity has the same hash under the same key, and is still found after a rotation', () => {
  const [old, fresh] = [key('1'), key('2')];
  const [stored] = createTokenBox([old]).hashesOf('141981764');
  const hashes = createTokenBox([fresh, old]).hashesOf('141981764');
  expect(hashes.map(({ keyId }) => keyId)).toEqual(['2', '1']);
  expect(hashes.map(({ hash }) => hash.equals(stored.hash))).toEqual([false, true]);
  expect(createTokenBox([old]).hashesOf('141981765')[0].hash.equals(stored.hash)).toBe(false);
  expect(stored.hash).toHaveLength(32);
});

test('a token box requires a key', () => {
  expect(() => createTokenBox([])).toThrow('needs a key');
});
