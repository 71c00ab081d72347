import * as z from 'zod';

/** How hosted checkouts look. */
export type CheckoutConfig = {
  /** Whether buyers accept the terms there. */
  collectsConsent: boolean;
  /** Follows the payment account's prefix on bank statements; undefined: nothing does. */
  statementSuffix: string | undefined;
};

/** With the longest prefix of an account, and an asterisk and a space, this fills the 22 characters of a statement. */
const SUFFIX_LENGTH = 10;

export const checkoutEnvironment = {
  CHECKOUT_TERMS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  STATEMENT_SUFFIX: z
    .string()
    .regex(
      /^(?=.*[A-Za-z])[A-Za-z0-9 .&+-]{1,10}$/,
      `must have 1 to ${SUFFIX_LENGTH} letters, digits, spaces and . & + -, and at least one letter`,
    )
    .optional(),
};

/** Unless it is set, the suffix is made from the brand's name. */
export function toCheckoutConfig(environment: {
  CHECKOUT_TERMS: 'on' | 'off';
  STATEMENT_SUFFIX?: string | undefined;
  BRAND_NAME: string;
}): CheckoutConfig {
  const { CHECKOUT_TERMS, STATEMENT_SUFFIX, BRAND_NAME } = environment;
  return {
    collectsConsent: CHECKOUT_TERMS === 'on',
    statementSuffix: STATEMENT_SUFFIX ?? suffixOf(BRAND_NAME),
  };
}

/** @see https://docs.stripe.com/get-started/account/statement-descriptors */
function suffixOf(brandName: string): string | undefined {
  const plain = brandName.normalize('NFKD').replace(/[^A-Za-z0-9 ]/g, '');
  const suffix = plain.trim().slice(0, SUFFIX_LENGTH).trim().toUpperCase();
  return /[A-Z]/.test(suffix) ? suffix : undefined;
}
