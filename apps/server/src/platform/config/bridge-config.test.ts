import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('without a word, a token is made up and a lease lasts a minute', () => {
  expect(readConfig({}).bridge).toEqual({ token: undefined, leaseSeconds: 60 });
});

test('the first token and the length of a lease can be named', () => {
  const token = 'abcdefghij-klmnopqrst_uvwxyz.0123456789';
  const { bridge } = readConfig({ BRIDGE_TOKEN: token, BRIDGE_LEASE_SECONDS: '5' });
  expect(bridge).toEqual({ token, leaseSeconds: 5 });
});

test.each([
  ['BRIDGE_TOKEN', 'short'],
  ['BRIDGE_TOKEN', 'x'.repeat(201)],
  ['BRIDGE_TOKEN', `${'x'.repeat(40)} y`],
  ['BRIDGE_LEASE_SECONDS', '0'],
  ['BRIDGE_LEASE_SECONDS', '3601'],
  ['BRIDGE_LEASE_SECONDS', '1.5'],
  ['BRIDGE_LEASE_SECONDS', 'a minute'],
])('%s=%s is refused by name', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`${name} must `));
});
