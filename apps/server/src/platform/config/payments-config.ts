import * as z from 'zod';
import { isLoopbackOrigin } from './loopback-address.ts';
import type { Mode } from './mode.ts';

/** The payment provider. `off`: the shop is closed. */
export type PaymentsConfig =
  | {
      provider: 'stripe';
      secretKey: string;
      webhookSecret: string;
      /** Undefined: Stripe itself. */
      apiBase: string | undefined;
    }
  | { provider: 'sandbox' }
  | { provider: 'off' };

export const paymentsEnvironment = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(live|test)_[A-Za-z0-9]+$/,
      'must be a key that begins with sk_live_, sk_test_, rk_live_ or rk_test_',
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be a signing secret that begins with whsec_')
    .optional(),
  STRIPE_API_BASE: z
    .string()
    .refine(isLoopbackOrigin, 'must be an address of this machine such as http://127.0.0.1:12111')
    .optional(),
  STRIPE_ALLOW_TEST_KEY: z.enum(['on', 'off'], 'must be on or off').default('off'),
  RECONCILE_SECONDS: z
    .string()
    .refine(
      (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 86_400,
      'must be a number of seconds from 1 to 86400',
    )
    .transform(Number)
    .default(300),
};

type Given = Record<string, string | undefined>;

/** Contradictions between variables, as sentences without their values. */
export function paymentFaults(given: Given, mode: Mode): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = given;
  const faults: string[] = [];
  if (key && !secret) faults.push('STRIPE_WEBHOOK_SECRET is needed with STRIPE_SECRET_KEY');
  if (secret && !key) faults.push('STRIPE_SECRET_KEY is needed with STRIPE_WEBHOOK_SECRET');
  if (given.STRIPE_API_BASE && !key) faults.push('STRIPE_SECRET_KEY is needed with STRIPE_API_BASE');
  return mode === 'public' ? [...faults, ...unsafeInPublic(given)] : faults;
}

function unsafeInPublic(given: Given): string[] {
  const faults: string[] = [];
  if (given.STRIPE_API_BASE) faults.push('STRIPE_API_BASE is for tests and not allowed in public mode');
  if (/^.._test_/.test(given.STRIPE_SECRET_KEY ?? '') && given.STRIPE_ALLOW_TEST_KEY !== 'on') {
    faults.push(
      'STRIPE_SECRET_KEY is a test key, which delivers items without payment: set STRIPE_ALLOW_TEST_KEY=on if that is intended',
    );
  }
  return faults;
}

/** Stripe if its keys are set; otherwise the sandbox, or in public mode no shop. */
export function toPaymentsConfig(
  environment: {
    STRIPE_SECRET_KEY?: string | undefined;
    STRIPE_WEBHOOK_SECRET?: string | undefined;
    STRIPE_API_BASE?: string | undefined;
  },
  mode: Mode,
): PaymentsConfig {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  } = environment;
  if (secretKey && webhookSecret) return { provider: 'stripe', secretKey, webhookSecret, apiBase };
  return { provider: mode === 'local' ? 'sandbox' : 'off' };
}
