import { pagePaths } from '@waygate/contract/site/pages';
import { getTerms, type Terms } from '#features/legal/legal.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import type { CheckoutOptions } from '#platform/payments/payment-provider.ts';
import { insertTermsVersion } from './order-terms.queries.ts';

/** Stripe's limit for a custom text. */
const MESSAGE_LENGTH = 1200;

/** What every checkout of this portal has in common. */
export type CheckoutOffer = { terms: Terms | undefined; statementSuffix: string | undefined };

/** The terms that apply now, stored as what the checkout shows. Undefined terms: no consent is collected. */
export async function prepareOffer({ db, config }: OpenShop): Promise<CheckoutOffer> {
  const { collectsConsent, statementSuffix } = config.checkout;
  if (!collectsConsent) return { terms: undefined, statementSuffix };
  const terms = await getTerms(config);
  await insertTermsVersion(db, terms);
  return { terms, statementSuffix };
}

/**
 * The options of one checkout.
 *
 * @param buyer.email of the account; used only once it is confirmed
 */
export function checkoutOptions(
  { terms, statementSuffix }: CheckoutOffer,
  {
    storefront,
    publicOrigin,
    buyer,
  }: {
    storefront: 'shop' | 'donation';
    publicOrigin: string;
    buyer: { email: string; emailConfirmedAt: Date | null } | undefined;
  },
): CheckoutOptions {
  return {
    submitType: storefront === 'donation' ? 'donate' : 'pay',
    ...(buyer?.emailConfirmedAt && { customerEmail: buyer.email }),
    ...(statementSuffix !== undefined && { statementSuffix }),
    ...(terms && { termsMessage: termsMessage(terms, publicOrigin) }),
  };
}

/** The label of the checkbox. */
function termsMessage({ withdrawal }: Terms, publicOrigin: string): string {
  const agreement = `I agree to the [terms](${publicOrigin}${pagePaths.tos}).`;
  const message = withdrawal === undefined ? agreement : `${agreement} ${withdrawal}`;
  return message.length <= MESSAGE_LENGTH ? message : agreement;
}
