import { expect, test } from 'vitest';
import { isLoopbackHost } from './loopback-address.ts';

test.each([
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '[0:0:0:0:0:0:0:1]',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each([
  '',
  '0.0.0.0',
  '::',
  '[::]',
  'localhost.',
  '127.0.0.1.',
  'localhost.evil.test',
  '127.0.0.1.nip.io',
  '127.evil.test',
  'evil.test',
  '127.1',
  '0x7f000001',
  '2130706433',
  '128.0.0.1',
  '192.168.1.7',
  '::2',
  '::ffff:192.168.1.7',
  '::1%eth0.evil.test',
  '[127.0.0.1]',
  '127.0.0.1:80',
  'x@127.0.0.1',
  '127.0.0.1/evil.test',
])('%j is not this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
