import { Refusal } from './stripe-refusal.ts';

/** What a restricted key may do, by Stripe's names such as `charge_read`; 'write' includes 'read'. */
export type Permission = `${keyof typeof TITLES}_${'read' | 'write'}`;

/** As the dashboard names them. Source: https://docs.stripe.com/stripe-apps/reference/permissions */
const TITLES = {
  account: 'Accounts',
  balance_transaction_source: 'Balance Transaction Source',
  charge: 'Charges and Refunds',
  checkout_session: 'Checkout Sessions',
  dispute: 'Disputes',
  event: 'Events',
  payment_intent: 'PaymentIntents',
  payout: 'Payouts',
  webhook: 'Webhook Endpoints',
};

/** Refuses as Stripe does, with a message that names what is missing. */
export function requirePermission(granted: ReadonlySet<string>, needed: Permission): void {
  if (granted.has(needed) || granted.has(needed.replace(/_read$/, '_write'))) return;
  const [, resource = '', access = ''] = /^(.+)_(read|write)$/.exec(needed) ?? [];
  const title = `${Object.entries(TITLES).find(([name]) => name === resource)?.[1]} ${access === 'read' ? 'Read' : 'Write'}`;
  throw new Refusal(
    403,
    "Permission denied. The provided key 'rk_test_...wxyz' does not have the required permissions for this endpoint " +
      `on account 'acct_test'. Enabling ${title} ('${needed}') permissions on this key would allow this request to ` +
      'continue. You can edit permissions at https://dashboard.stripe.com/apikeys',
    'more_permissions_required',
  );
}
