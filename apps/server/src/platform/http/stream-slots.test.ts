import { expect, test } from 'vitest';
import { createStreamSlots } from './stream-slots.ts';

/** How many of these addresses get a slot, one slot each. */
function countTaken(addresses: string[]): number {
  const take = createStreamSlots({ perNetwork: 2, total: 1000 });
  return addresses.filter((address) => {
    try {
      take(address);
      return true;
    } catch {
      return false;
    }
  }).length;
}

const many = (address: (n: string) => string) =>
  Array.from({ length: 256 }, (_, n) => address(n.toString(16).padStart(2, '0')));

test.each([
  ['an IPv4 address', many(() => '203.0.113.7'), 2],
  ['a /64', many((n) => `2001:db8:1:2::${n}`), 2],
  ['a /56', many((n) => `2001:db8:1:2${n}::1`), 8],
  ['a /48', many((n) => `2001:db8:1:${n}00::1`), 32],
  ['other networks, each alone', many((n) => `2001:db8:${n}::1`), 256],
])('%s has its own limit', (_, addresses, expected) => {
  expect(countTaken(addresses)).toBe(expected);
});

test('a refused call takes nothing from the networks around it, and a slot is given back to all of them', () => {
  const take = createStreamSlots({ perNetwork: 1, total: 1000 });
  const release = take('2001:db8:1:200::1');
  for (let call = 0; call < 10; call += 1) expect(() => take('2001:db8:1:200::1')).toThrow('already have 1');
  const others = ['201', '202', '203'].map((subnet) => take(`2001:db8:1:${subnet}::1`));
  expect(() => take('2001:db8:1:204::1')).toThrow('already have 1');
  release();
  release();
  take('2001:db8:1:204::1');
  expect(() => take('2001:db8:1:205::1')).toThrow('already have 1');
  for (const giveBack of others) giveBack();
  take('2001:db8:1:205::1');
});
