import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('by default, a token is generated and a lease lasts a minute', () => {
  expect(readConfig({}).bridge).toEqual({ token: undefined, leaseSeconds: 60, addresses: [] });
});

test('the first token, the lease duration and the game server’s addresses can be configured', () => {
  const token = 'abcdefghij-klmnopqrst_uvwxyz.0123456789';
  const { bridge } = readConfig({
    BRIDGE_TOKEN: token,
    BRIDGE_LEASE_SECONDS: '5',
    BRIDGE_ADDRESSES: '192.0.2.7, 2001:db8::7',
  });
  expect(bridge).toEqual({ token, leaseSeconds: 5, addresses: ['192.0.2.7', '2001:db8::7'] });
});

test.each([
  ['BRIDGE_TOKEN', 'short'],
  ['BRIDGE_TOKEN', 'x'.repeat(201)],
  ['BRIDGE_TOKEN', `${'x'.repeat(40)} y`],
  ['BRIDGE_LEASE_SECONDS', '0'],
  ['BRIDGE_LEASE_SECONDS', '3601'],
  ['BRIDGE_LEASE_SECONDS', '1.5'],
  ['BRIDGE_LEASE_SECONDS', 'a minute'],
  ['BRIDGE_ADDRESSES', 'game.example.com'],
  ['BRIDGE_ADDRESSES', '192.0.2.7,'],
])('%s=%s is refused by name', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`${name} must `));
});
