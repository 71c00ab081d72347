import { Stripe } from 'stripe';
import {
  PaymentKeySpent,
  PaymentNotPermitted,
  PaymentRefused,
  PaymentUnavailable,
} from './payment-provider.ts';

/** Waits for a request of the SDK. @throws PaymentRefused, PaymentKeySpent, PaymentUnavailable */
export async function call<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asPaymentError(error);
  }
}

/** Only a 404 means that the session does not exist. Other refusals concern the request. */
export async function lookUp<T>(answer: Promise<T>): Promise<T> {
  try {
    return await call(answer);
  } catch (error) {
    const isMissing = error instanceof PaymentRefused && statusOf(error.cause) === 404;
    if (isMissing || !(error instanceof PaymentRefused)) throw error;
    throw new PaymentUnavailable(error.message, error.cause);
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
}

function asPaymentError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode, message } = error;
  if (error instanceof Stripe.errors.StripePermissionError)
    return new PaymentNotPermitted(permissionIn(message), error);
  // 409: another request with this key is still running. No status: no response.
  // 401 concerns the API key; the request itself may be valid.
  if (statusCode === undefined || [401, 409, 429].includes(statusCode))
    return new PaymentUnavailable(message, error);
  // The provider returns stored failures again, and refuses a key that was used with other parameters.
  if (statusCode >= 500 || error instanceof Stripe.errors.StripeIdempotencyError)
    return new PaymentKeySpent(message, error);
  return new PaymentRefused(message, error);
}

/** Stripe names the permission in its message alone: "Enabling Disputes Read ('dispute_read') permissions on this key …". */
function permissionIn(message: string): string {
  return /'(?:rak_)?(\w+_(?:read|write))'/.exec(message)?.[1] ?? 'unknown';
}
