import { centsOf } from '@waygate/contract/money';
import type { UnmatchedState } from '@waygate/contract/orders/unmatched.admin.schemas';
import { and, asc, desc, eq, gte, ilike, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { selectAccountByEmail } from '#features/identity/identity.ts';
import { selectProductChoices } from '#features/products/products.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { limited, type Page, type PageRequest, readPage } from '#platform/db/paging/read-page.ts';
import { containing } from '#platform/db/search-text.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { unmatchedPayments, type UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';
import { selectUnmatched } from './unmatched.queries.ts';

/** More products than a shop has to choose from in one list. */
const MAX_CHOICES = 500;

type UnmatchedListing = PageRequest & {
  search: string;
  sort: 'paymentId' | '-paymentId';
  state?: UnmatchedState | 'all' | undefined;
  /** Amounts paid, in any currency. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
  /** Of when the checkout was opened. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** One page, and how many there are. There are few of them: payments made after the backup that was restored. */
export function selectUnmatchedPage(
  db: Db,
  { page, pageSize, sort, ...filters }: UnmatchedListing,
): Promise<Page<UnmatchedPaymentRow>> {
  const filter = isListed(filters);
  const order = sort === 'paymentId' ? asc(unmatchedPayments.id) : desc(unmatchedPayments.id);
  return readPage(
    db,
    { page, pageSize },
    {
      select: ({ offset, limit }) =>
        db.select().from(unmatchedPayments).where(filter).orderBy(order).offset(offset).limit(limit),
      countable: (most) =>
        limited(db.select({ id: unmatchedPayments.id }).from(unmatchedPayments).where(filter), most),
      countTo: pageSize === 'all' ? 'all' : 'capped',
    },
  );
}

function isListed({
  search,
  state,
  atLeast,
  atMost,
  from,
  to,
}: Omit<UnmatchedListing, keyof PageRequest | 'sort'>) {
  const { amountCents, startedAt } = unmatchedPayments;
  return and(
    inState(state),
    matching(search.trim()),
    atLeast === undefined ? undefined : gte(amountCents, centsOf(atLeast)),
    atMost === undefined ? undefined : lte(amountCents, centsOf(atMost)),
    from && gte(startedAt, from),
    to && lt(startedAt, to),
  );
}

function inState(state: UnmatchedListing['state']): SQL | undefined {
  if (state === 'all') return undefined;
  return state === undefined
    ? sql`${unmatchedPayments.state} in ('open', 'refunding')`
    : eq(unmatchedPayments.state, state);
}

function matching(search: string): SQL | undefined {
  if (search === '') return undefined;
  const { payerName, payerEmail, productName, sessionId, paymentIntentId, reference } = unmatchedPayments;
  return or(
    ...[payerName, payerEmail, productName].map((column) => ilike(column, containing(search))),
    ...[sessionId, paymentIntentId, reference].map((column) => eq(column, search)),
  );
}

export type UnmatchedDetails = Awaited<ReturnType<typeof getUnmatchedDetails>>;

/** A payment with the account and the products that it was probably for. */
export async function getUnmatchedDetails(db: Database, id: number) {
  const payment = await selectUnmatched(db, { id });
  if (!payment) throw notFound('There is no such payment.');
  const [account, products] = await Promise.all([
    payment.payerEmail === null ? undefined : selectAccountByEmail(db, payment.payerEmail),
    selectProductChoices(db, {
      name: payment.productName,
      priceCents: payment.amountCents,
      limit: MAX_CHOICES,
    }),
  ]);
  // Anybody can register with an address that isn't theirs.
  return { payment, account: account?.emailConfirmedAt ? account : undefined, products };
}
