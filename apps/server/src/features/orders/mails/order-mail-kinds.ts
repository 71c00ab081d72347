import { pagePaths } from '@waygate/contract/site/pages';
import * as z from 'zod';
import { selectAccount } from '#features/identity/identity.ts';
import { defineMail, type NewMail } from '#features/mail/mail.ts';
import { selectOrder, selectOrderLines } from '#features/orders/orders.queries.ts';
import { selectTermsVersion } from '#features/orders/payments/order-terms.queries.ts';
import type { Database } from '#platform/db/database.ts';
import { layOutMail, type MailText } from '#platform/mail/mail-layout.ts';
import type { WaitingOrderMail } from './order-mails.queries.ts';
import { failedText, paidText, refundedText, reviewText, type OrderContents } from './order-mail-texts.ts';

const parameters = z.object({ orderId: z.int().positive(), refundedCents: z.int().nonnegative() });

type Text = Pick<MailText, 'subject' | 'paragraphs' | 'details' | 'notes'>;

/** Sent to the account's address of that moment, confirmed or not: a payment needs a confirmation. */
function defineOrderMail(
  name: string,
  textOf: (contents: OrderContents, refundedCents: number) => Text | undefined,
) {
  return defineMail({
    name,
    parameters,
    compose: async ({ accountId, parameters: { orderId, refundedCents } }, { db, site }) => {
      const [account, contents] = [await selectAccount(db, accountId ?? 0), await readContents(db, orderId)];
      if (!account || !contents) return undefined;
      const text = textOf({ ...contents, site }, refundedCents);
      if (!text) return undefined;
      const mail = layOutMail({
        ...text,
        brandName: site.brandName,
        greeting: `Hello ${account.userName},`,
        action: { label: 'See your orders', url: `${site.publicOrigin}${pagePaths.profile}#orders` },
        footer: `You receive this because of order ${orderId} at ${site.publicOrigin}. Questions? Write to ${site.contactEmail}.`,
      });
      return { ...mail, to: account.email };
    },
  });
}

async function readContents(db: Database, orderId: number) {
  const order = await selectOrder(db, orderId);
  if (!order) return undefined;
  const [lines, terms] = await Promise.all([
    selectOrderLines(db, [orderId]),
    selectTermsVersion(db, order.termsVersion),
  ]);
  return { order, lines, terms };
}

/** The items were granted, and may have been revoked since. */
const orderPaidMail = defineOrderMail('order-paid', (contents) =>
  contents.order.fulfilledAt === null ? undefined : paidText(contents),
);

const orderFailedMail = defineOrderMail('order-failed', (contents) =>
  contents.order.state === 'failed' ? failedText(contents) : undefined,
);

const orderRefundedMail = defineOrderMail('order-refunded', refundedText);

/** Not if staff, or the payment itself, have resolved it before the mail is sent. */
const orderReviewMail = defineOrderMail('order-review', (contents) =>
  contents.order.state === 'review' ? reviewText(contents) : undefined,
);

export const ORDER_MAILS = [orderPaidMail, orderFailedMail, orderRefundedMail, orderReviewMail];

/** The mail for a noted event. */
export function orderMailOf({
  orderId,
  event,
  refundedCents,
  accountId,
  email,
}: WaitingOrderMail): NewMail<z.infer<typeof parameters>> {
  return { kind: kindOf(event), accountId, recipient: email, parameters: { orderId, refundedCents } };
}

function kindOf(event: string): (typeof ORDER_MAILS)[number] {
  if (event === 'paid') return orderPaidMail;
  if (event === 'failed') return orderFailedMail;
  return event.startsWith('review') ? orderReviewMail : orderRefundedMail;
}
