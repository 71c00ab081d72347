import { expect, test } from 'vitest';
import { PRODUCTION } from '#test/environments.ts';
import { readConfig } from './config.ts';

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
const LIVE = { ...KEYS, STRIPE_SECRET_KEY: 'sk_live_abc' };

test('uses the sandbox without keys, and no shop in public mode', () => {
  expect(readConfig({}).payments).toEqual({ provider: 'sandbox' });
  expect(readConfig(PRODUCTION).payments).toEqual({ provider: 'off' });
  expect(readConfig({}).reconcileSeconds).toBe(300);
});

test('enables Stripe with keys', () => {
  const payments = { provider: 'stripe', secretKey: 'sk_live_abc', webhookSecret: 'whsec_abc' };
  expect(readConfig({ ...PRODUCTION, ...LIVE }).payments).toEqual({ ...payments, apiBase: undefined });
  const STRIPE_API_BASE = 'http://127.0.0.1:12111';
  expect(readConfig({ ...KEYS, STRIPE_API_BASE }).payments).toMatchObject({ apiBase: STRIPE_API_BASE });
});

test('accepts restricted keys, and treats theirs for tests like other test keys', () => {
  const secretKey = 'rk_live_abc';
  expect(readConfig({ ...PRODUCTION, ...KEYS, STRIPE_SECRET_KEY: secretKey }).payments).toMatchObject({
    secretKey,
  });
  const forTests = { ...PRODUCTION, ...KEYS, STRIPE_SECRET_KEY: 'rk_test_abc' };
  expect(() => readConfig(forTests)).toThrow('STRIPE_SECRET_KEY is a test key');
});

test('accepts a test key in public mode only when explicitly allowed', () => {
  const given = { ...PRODUCTION, ...KEYS };
  expect(() => readConfig(given)).toThrow('STRIPE_SECRET_KEY is a test key');
  expect(readConfig({ ...given, STRIPE_ALLOW_TEST_KEY: 'on' }).payments).toMatchObject({
    provider: 'stripe',
  });
});

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_abc' }, 'STRIPE_WEBHOOK_SECRET is needed'],
  [{ ...KEYS, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET is needed'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_abc' }, 'STRIPE_SECRET_KEY is needed'],
  [{ ...KEYS, STRIPE_SECRET_KEY: 'pk_live_abc' }, 'STRIPE_SECRET_KEY must be'],
  [{ ...KEYS, STRIPE_WEBHOOK_SECRET: 'whsec_ a' }, 'STRIPE_WEBHOOK_SECRET must be'],
  [{ ...KEYS, STRIPE_API_BASE: 'https://api.example' }, 'STRIPE_API_BASE must be'],
  [{ ...KEYS, STRIPE_API_BASE: 'http://localhost.evil.example' }, 'STRIPE_API_BASE must be'],
  [{ ...PRODUCTION, ...LIVE, STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'not allowed in public mode'],
  [{ RECONCILE_SECONDS: '0' }, 'RECONCILE_SECONDS must be'],
  [{ RECONCILE_SECONDS: '1e3' }, 'RECONCILE_SECONDS must be'],
])('%j is refused: %s', (given, fault) => {
  expect(() => readConfig(given)).toThrow(fault);
  expect(() => readConfig(given)).not.toThrow(/abc/);
});
