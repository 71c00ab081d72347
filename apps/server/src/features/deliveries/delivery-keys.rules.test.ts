import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBenefitKey, createPackKey, dropKey, orderLineKey } from './delivery-keys.rules.ts';

const GREATEST = 2_147_483_647;
const uuid = () => randomUUID().replaceAll('-', '');
const reference = `waygate-${uuid()}-${uuid()}`;

test.each([
  ['an order line', () => orderLineKey({ reference, position: GREATEST, round: 99 })],
  ['a claim', () => dropKey({ accountReference: randomUUID(), rewardReference: randomUUID() })],
  ['a benefit', () => createBenefitKey({ accountId: GREATEST, benefitId: GREATEST })],
  ['a pack', () => createPackKey({ accountId: GREATEST, pack: 'content_creator' })],
])('the key of %s leaves room for the suffix of its revocation within 64 characters', (_, makeKey) => {
  expect(`${makeKey()}:revoke`.length).toBeLessThanOrEqual(64);
});

test('keys of orders and claims depend on random references and on nothing else', () => {
  const [account, reward] = [randomUUID(), randomUUID()];
  const claim = dropKey({ accountReference: account, rewardReference: reward });
  expect(dropKey({ accountReference: account, rewardReference: reward })).toBe(claim);
  expect(claim).toMatch(/^drop:[\w-]{22}:[\w-]{22}$/);
  const others = [
    dropKey({ accountReference: randomUUID(), rewardReference: reward }),
    dropKey({ accountReference: account, rewardReference: randomUUID() }),
  ];
  expect(new Set([claim, ...others]).size).toBe(3);
  const line = orderLineKey({ reference, position: 1, round: 1 });
  expect(orderLineKey({ reference, position: 1, round: 2 })).toBe(`${line}:2`);
  expect(line).toBe(`order:${reference.slice(-32)}:line:1`);
  expect(orderLineKey({ reference: `waygate-${uuid()}-${uuid()}`, position: 1, round: 1 })).not.toBe(line);
});

test('keys of benefits and packs are new each time', () => {
  const keys = [1, 2].flatMap(() => [
    createBenefitKey({ accountId: 5, benefitId: 17 }),
    createPackKey({ accountId: 5, pack: 'staff' }),
  ]);
  expect(new Set(keys).size).toBe(4);
});
