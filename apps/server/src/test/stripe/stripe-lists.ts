import type { StripeBooks, StripeObject } from './stripe-books.ts';
import type { Parameters } from './stripe-parameters.ts';
import { Refusal } from './stripe-refusal.ts';

/** How Stripe's lists behave: newest first, by pages. Source: https://docs.stripe.com/api/pagination */
export function listRefunds(books: StripeBooks, _: string, parameters: Parameters): StripeObject {
  return pageOf('/v1/refunds', books.refundsNewestFirst(), { books, parameters });
}

export function listDisputes(books: StripeBooks, _: string, parameters: Parameters): StripeObject {
  const { payment_intent: payment } = parameters;
  const disputes = typeof payment === 'string' ? books.disputesOf(payment) : books.disputesNewestFirst();
  return pageOf('/v1/disputes', disputes, { books, parameters });
}

export function listSessions(books: StripeBooks, _: string, parameters: Parameters): StripeObject {
  const { payment_intent: payment, status } = parameters;
  const sessions = books
    .sessionsNewestFirst()
    .filter((one) => payment === undefined || one.payment_intent === payment)
    .filter((one) => status === undefined || one.status === status)
    .map(({ id }) => books.presentSession(id, []));
  return pageOf('/v1/checkout/sessions', sessions, { books, parameters });
}

export function listEvents(books: StripeBooks, _: string, parameters: Parameters): StripeObject {
  const kinds = Array.isArray(parameters.types) ? parameters.types : undefined;
  const events = books.undelivered().filter(({ type }) => kinds?.includes(type) ?? true);
  return pageOf('/v1/events', events, { books, parameters });
}

/** For lists that are read for nothing but the permission. */
export function listNewest(url: string, objectsOf: (books: StripeBooks) => StripeObject[]) {
  return (books: StripeBooks, _: string, parameters: Parameters): StripeObject =>
    pageOf(url, objectsOf(books), { books, parameters });
}

function pageOf(
  url: string,
  objects: StripeObject[],
  { books, parameters }: { books: StripeBooks; parameters: Parameters },
): StripeObject {
  const { limit, starting_after: after, created, expand } = parameters;
  const from = typeof created === 'object' && created !== null && 'gte' in created ? Number(created.gte) : 0;
  const listed = objects.filter((object) => object.created >= from);
  const at = listed.findIndex(({ id }) => id === after);
  if (after !== undefined && at === -1)
    throw new Refusal(400, `No such object: ${JSON.stringify(after)}`, 'resource_missing');
  // Rows that move between two requests appear twice.
  const start = after !== undefined && books.listing.repeatsBorders ? at : at + 1;
  const page = listed.slice(start, start + Number(limit ?? 10));
  const isExpanded = Array.isArray(expand) && expand.includes('data.payment_intent');
  const data = isExpanded ? page.map((object) => withPayment(books, object)) : page;
  return { id: '', object: 'list', has_more: start + page.length < listed.length, url, data };
}

function withPayment(books: StripeBooks, object: StripeObject): StripeObject {
  if (typeof object.payment_intent !== 'string') return object;
  return { ...object, payment_intent: books.presentPayment(object.payment_intent, false) };
}
