import { grantText } from '@waygate/contract/products/grant-text';
import type { GrantKind } from '@waygate/contract/products/products.schemas';
import { pagePaths } from '@waygate/contract/site/pages';
import type { MailSite } from '#features/mail/mail.ts';
import type { OrderLineRow, OrderRow, TermsVersionRow } from '#features/orders/orders.tables.ts';
import type { MailText } from '#platform/mail/mail-layout.ts';

/** What a mail about an order is written from. */
export type OrderContents = {
  order: OrderRow;
  lines: OrderLineRow[];
  terms: TermsVersionRow | undefined;
  site: MailSite;
};

type Text = Pick<MailText, 'subject' | 'paragraphs' | 'details' | 'notes'>;

/** The confirmation of an order. It contains what the buyer agreed to, for keeping. */
export function paidText({ order, lines, terms, site }: OrderContents): Text {
  const tax = order.taxCents ?? 0;
  return {
    subject: `Your ${site.brandName} order ${order.id}`,
    paragraphs: ['Thank you. Your payment has arrived, and your items are on their way to your account.'],
    details: [
      { label: 'Order', value: String(order.id) },
      { label: 'Product', value: order.productName },
      { label: 'Items', value: grantTexts(lines, '\n') },
      { label: 'Price', value: euro(order.priceCents) },
      ...(tax > 0 ? [{ label: 'VAT', value: `${euro(tax)}, included in the price` }] : []),
      ...(order.paidAt ? [{ label: 'Paid', value: timeText(order.paidAt) }] : []),
    ],
    notes: termsNotes(order, { terms, site }),
  };
}

/** A delayed payment, such as a direct debit, was refused after days. */
export function failedText({ order, site }: OrderContents): Text {
  return {
    subject: `The payment of your ${site.brandName} order ${order.id} failed`,
    paragraphs: [
      `Your bank refused the payment of ${euro(order.priceCents)} for ${order.productName}. Nothing was charged, and nothing was delivered.`,
      'You can order it again at any time, with another way to pay if you like.',
    ],
  };
}

/** A refund of this sum in total, or a payment that the bank took back. */
export function refundedText({ order, lines, site }: OrderContents, refundedCents: number): Text {
  const isPartial = refundedCents > 0 && refundedCents < order.priceCents;
  const isBank = order.state === 'charged_back' && refundedCents < order.priceCents;
  const details = [
    { label: 'Order', value: String(order.id) },
    { label: 'Product', value: order.productName },
    { label: 'Price', value: euro(order.priceCents) },
    ...(refundedCents > 0 ? [{ label: 'Refunded', value: euro(refundedCents) }] : []),
  ];
  if (isBank)
    return {
      subject: `The payment of your ${site.brandName} order ${order.id} was reversed`,
      paragraphs: [
        `Your bank reversed the payment for ${order.productName}.`,
        ...revokedParagraphs(order, lines),
      ],
      details,
    };
  return {
    subject: `Refund for your ${site.brandName} order ${order.id}`,
    paragraphs: [
      isPartial
        ? `We've refunded a part of your order: ${euro(refundedCents)} of ${euro(order.priceCents)} so far.`
        : `We've refunded your order in full: ${euro(order.priceCents)}.`,
      'The money goes back the way you paid. Your bank may need a few days to show it.',
      ...(isPartial ? ['You keep your items.'] : revokedParagraphs(order, lines)),
    ],
    details,
  };
}

/** Something about the payment needs a person. The player has nothing to do. */
export function reviewText({ order, site }: OrderContents): Text {
  return {
    subject: `We're checking your ${site.brandName} order ${order.id}`,
    paragraphs: [
      `Something about the payment of your order (${order.productName}, ${euro(order.priceCents)}) needs a check by our team. We're looking at it.`,
      "Nothing is lost: you'll get your items, or your money back. You don't have to do anything, and please don't pay a second time.",
    ],
  };
}

function revokedParagraphs({ reversedAt }: OrderRow, lines: OrderLineRow[]): string[] {
  if (reversedAt === null) return [];
  const hasCoins = lines.some(({ kind }) => isCoins(kind));
  return [
    `This was revoked from your account: ${grantTexts(lines, ', ')}.`,
    ...(hasCoins ? ['If you had spent some of the coins, your balance is below zero now.'] : []),
  ];
}

function termsNotes(
  { termsAcceptedAt }: OrderRow,
  { terms, site }: Pick<OrderContents, 'terms' | 'site'>,
): string[] {
  const address = `${site.publicOrigin}${pagePaths.tos}`;
  if (!terms || !termsAcceptedAt) return [`Our terms: ${address}`];
  return [
    `You accepted our terms of ${terms.updated} (version ${terms.version}) on ${timeText(termsAcceptedAt)}: ${address}`,
    ...(terms.withdrawal === null ? [] : [terms.withdrawal]),
  ];
}

/** Mails are in English. */
function grantTexts(lines: OrderLineRow[], separator: string): string {
  return lines.map((line) => grantText(line, (count) => count.toLocaleString('en'))).join(separator);
}

function isCoins(kind: GrantKind): boolean {
  return kind === 'premium_coins' || kind === 'second_coins';
}

function euro(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}

function timeText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
