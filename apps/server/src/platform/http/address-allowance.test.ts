import { expect, test } from 'vitest';
import { createAddressAllowance } from './address-allowance.ts';

/** Whether each of the addresses may go on. */
function admitted(use: (address: string) => void, addresses: string[]): boolean[] {
  return addresses.map((address) => {
    try {
      use(address);
      return true;
    } catch {
      return false;
    }
  });
}

test('an address has its allowance again in the next window', () => {
  let time = 5000;
  const use = createAddressAllowance({ points: 2, windowSeconds: 60, now: () => time });
  expect(admitted(use, ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])).toEqual([
    true,
    true,
    false,
    true,
  ]);
  time += 59_500;
  expect(() => use('192.0.2.1')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', details: { retryAfterSeconds: 1 } }),
  );
  time += 500;
  expect(admitted(use, ['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toEqual([true, true, false]);
});

test('the addresses of one network share an allowance', () => {
  const use = createAddressAllowance({ points: 1, windowSeconds: 60 });
  expect(
    admitted(use, ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '192.0.2.1', '::ffff:192.0.2.1']),
  ).toEqual([true, false, true, true, false]);
});

test('past the number of networks that are remembered, the others share an allowance', () => {
  const use = createAddressAllowance({ points: 1, windowSeconds: 60, maxNetworks: 2 });
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.1'];
  expect(admitted(use, addresses)).toEqual([true, true, true, false, false]);
});

test('grows four and sixteen times for the networks around an IPv6 address', () => {
  const use = createAddressAllowance({ points: 1, windowSeconds: 60, now: () => 0 });
  const admittedOf = (networks: string[]) =>
    admitted(
      use,
      networks.map((network) => `${network}::1`),
    ).filter(Boolean).length;
  expect(admittedOf(Array.from({ length: 6 }, (_, n) => `2001:db8:1:10${n}`))).toBe(4);
  expect(admittedOf(Array.from({ length: 20 }, (_, n) => `2001:db8:2:${(n + 1) * 100}`))).toBe(16);
});
