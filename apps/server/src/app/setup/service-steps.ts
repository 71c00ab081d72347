import { randomBytes } from 'node:crypto';
import { API_BASE } from '@waygate/contract/endpoint';
import { isLoopbackOrigin } from '#platform/config/loopback-address.ts';
import { OFFICIAL_API_BASE, OFFICIAL_AUTH_BASE } from '#platform/config/twitch-config.ts';
import {
  PaymentNotPermitted,
  PaymentRefused,
  PaymentUnavailable,
} from '#platform/payments/payment-provider.ts';
import { ensureWebhookEndpoint, type NewEndpoint } from '#platform/payments/stripe-endpoint.ts';
import { createStripeClient } from '#platform/payments/stripe-client.ts';
import { createStripeProvider } from '#platform/payments/stripe-provider.ts';
import { readAccountName } from '#platform/payments/stripe-setup.ts';
import { twitchRedirectUri } from '#platform/twitch/create-twitch.ts';
import { createTwitchClient } from '#platform/twitch/twitch-client.ts';
import { TwitchFailure } from '#platform/twitch/twitch-errors.ts';
import { publicOriginOf } from './public-origin.ts';
import { SetupFault } from './setup-fault.ts';
import type { Step, Tested, Values } from './steps.ts';

const KEY_BYTES = 32;

/** Tries the key's permissions, and creates the webhook endpoint. */
export const testPayments: Step['test'] = async (values, { before, bases }) => {
  const { STRIPE_SECRET_KEY: secretKey } = values;
  const origin = publicOriginOf(values);
  if (secretKey === undefined) throw new SetupFault('A key is needed.');
  if (origin === undefined || isLoopbackOrigin(origin))
    throw new SetupFault('Stripe needs a public address to send events to: answer that question first.');
  const apiBase = bases.STRIPE_API_BASE;
  const isSame = secretKey === before.STRIPE_SECRET_KEY && origin === originIn(before);
  const hasSecret = isSame && before.STRIPE_WEBHOOK_SECRET !== undefined;
  const url = `${origin}${API_BASE}/stripe/webhook`;
  try {
    const provider = createStripeProvider({ name: 'stripe', secretKey, webhookSecret: '', apiBase });
    const { missingPermissions } = await provider.readSetup();
    // Reading is part of writing.
    if (missingPermissions.length > 0)
      throw new SetupFault(`The key lacks ${missingPermissions.join(', ')}.`);
    const account = await readAccountName(createStripeClient({ secretKey, apiBase }));
    const created = await ensureWebhookEndpoint({ secretKey, apiBase, url, hasSecret });
    return stripeTested(secretKey, { account, created });
  } catch (error) {
    throw asFault(error);
  }
};

const originIn = ({ PUBLIC_ORIGIN: origin = '' }: Values) => URL.parse(origin)?.origin;

/** The webhook endpoint is at the address that the portal had before. */
export function hasOtherAddress(values: Values, before: Values): boolean {
  return values.STRIPE_SECRET_KEY !== undefined && originIn(values) !== originIn(before);
}

function stripeTested(
  secretKey: string,
  { account, created }: { account: string | undefined; created: NewEndpoint | undefined },
): Tested {
  const isTest = /^.._test_/.test(secretKey);
  const set: Values = {
    STRIPE_ALLOW_TEST_KEY: isTest ? 'on' : '',
    ...(created && { STRIPE_WEBHOOK_SECRET: created.secret }),
  };
  const endpoint = created ? 'was created' : 'was there already';
  return {
    set,
    reports: [
      `Stripe accepts the key. The webhook endpoint ${endpoint}, with exactly the events that the portal handles.`,
      account === undefined
        ? "The key may not read whose account it is, so compare that in Stripe's dashboard."
        : `Its account is ${account}.`,
      ...(isTest ? ['It is a test key, which delivers items without payment.'] : []),
    ],
    ...(created && { afterwards: () => deleteReplaced(created) }),
  };
}

async function deleteReplaced(created: NewEndpoint): Promise<void> {
  await created.deleteReplaced().catch((error: unknown) => {
    const fault = asFault(error);
    if (!(fault instanceof SetupFault)) throw fault;
    throw new SetupFault(
      `The settings are written, but the webhook endpoint that was replaced is still there. ${fault.message}`,
    );
  });
}

function asFault(error: unknown): unknown {
  if (error instanceof PaymentNotPermitted)
    return new SetupFault(
      `The key lacks ${error.permission}. Add it in Stripe's dashboard; for the webhook endpoint, it may be removed afterwards.`,
    );
  if (error instanceof PaymentRefused || error instanceof PaymentUnavailable)
    return new SetupFault(`Stripe refuses or doesn't answer: ${error.message}`);
  return error;
}

/** Finds the categories by name, which also tries the application. */
export const testTwitch: Step['test'] = async (values, { answers, bases }) => {
  const { TWITCH_CLIENT_ID: clientId, TWITCH_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined)
    throw new SetupFault('Both the client id and the client secret are needed.');
  const redirectUri = twitchRedirectUri(publicOriginOf(values) ?? 'http://localhost:3000');
  const { TWITCH_API_BASE: apiBase = OFFICIAL_API_BASE, TWITCH_AUTH_BASE: authBase = OFFICIAL_AUTH_BASE } =
    bases;
  const names = (answers.TWITCH_CATEGORIES ?? '').split(',').map((name) => name.trim());
  const wanted = names.filter((name) => name !== '');
  if (wanted.length === 0) throw new SetupFault('At least one category is needed.');
  const client = createTwitchClient({ clientId, clientSecret, apiBase, authBase, redirectUri });
  const found = await client.getCategories(wanted).catch((error: unknown) => {
    throw error instanceof TwitchFailure ? new SetupFault(error.message) : error;
  });
  const known = found.map(({ name }) => name.toLowerCase());
  const missing = wanted.filter((name) => !known.includes(name.toLowerCase()));
  if (missing.length > 0)
    throw new SetupFault(
      `Twitch knows no category named ${missing.join(', ')}. Copy the name from its page.`,
    );
  return {
    set: {
      TWITCH_GAME_IDS: found.map(({ id }) => id).join(','),
      TWITCH_TOKEN_KEY: values.TWITCH_TOKEN_KEY ?? randomBytes(KEY_BYTES).toString('base64'),
    },
    reports: [
      `Twitch accepts the application. These categories count: ${found.map(({ name }) => name).join(', ')}.`,
      `Its OAuth redirect URL must be ${redirectUri}`,
    ],
  };
};
