import type { DeliveryChange, OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import { moneyText } from '#features/orders/admin/money-text.ts';
import { timeText, VISITOR_LOCALE } from '#ui/time-text.ts';

/** A sentence of what a decision does; `isTrouble`: something that it can't make good. */
export type Effect = { text: string; isTrouble: boolean };

const DELIVERIES: Record<DeliveryChange, { text: string; isTrouble: boolean }> = {
  sent: { text: 'sent to the game', isTrouble: false },
  cancelled: { text: "not delivered, the game hasn't had it", isTrouble: false },
  revoked: { text: 'revoked in the game', isTrouble: false },
  collected: {
    text: "collected in the game already. It may be used, and can't be revoked then",
    isTrouble: true,
  },
  by_hand: { text: 'was given by hand. The game may know nothing of it: please check', isTrouble: true },
  undecided: { text: 'its revocation waits for your decision under Deliveries', isTrouble: true },
  held: { text: 'held back while the payment is disputed', isTrouble: false },
  released: { text: 'no longer held back', isTrouble: false },
};

const PACKAGE_LABELS = { founder: 'Founder package', veteran: 'Veteran package' };

const PACKAGES = {
  granted: 'is granted',
  revoked: 'is revoked',
  kept: 'stays, because something else gives it too',
};

/** What a decision does, a sentence for each number. */
export function effectTexts({ refunds, coins, club, packages, deliveries }: OrderEffects): Effect[] {
  return [
    ...refunds.map(({ amount, currency }) => calm(`${moneyText(amount, currency)} goes back to the payer.`)),
    ...coins.flatMap(coinTexts),
    ...(club ? [calm(clubText(club))] : []),
    ...packages.map(({ name, change }) => calm(`The ${PACKAGE_LABELS[name]} ${PACKAGES[change]}.`)),
    ...deliveries.filter(isWorthSaying).map(deliveryEffect),
  ];
}

/** Whether the player has something else afterwards. */
export function changesPlayer({ coins, club, packages, deliveries }: OrderEffects): boolean {
  return coins.length > 0 || club !== null || packages.length > 0 || deliveries.length > 0;
}

function calm(text: string): Effect {
  return { text, isTrouble: false };
}

function coinTexts({ label, amount, balance }: OrderEffects['coins'][number]): Effect[] {
  const count = Math.abs(amount).toLocaleString();
  const verb = amount < 0 ? 'revoked' : 'granted';
  const text = `${count} ${nameOf(label)} ${amount === -1 || amount === 1 ? 'is' : 'are'} ${verb}. The balance is ${balance.toLocaleString()} then.`;
  if (balance >= 0) return [calm(text)];
  const below = `The balance falls below zero by ${Math.abs(balance).toLocaleString()}. Until it is made up for, the player can't buy.`;
  return [calm(`${count} ${nameOf(label)} are ${verb}.`), { text: below, isTrouble: true }];
}

/** Labels may begin with their quantity: '500 coins'. */
function nameOf(label: string): string {
  return label.replace(/^[\d.,\s]+/, '') || 'coins';
}

function clubText({ before, after }: NonNullable<OrderEffects['club']>): string {
  if (after === null) return 'The club membership ends.';
  const end = `The club ends on ${dayText(after)}`;
  return before === null ? `${end}.` : `${end} instead of ${dayText(before)}.`;
}

/** Days of the API are days of UTC. */
function dayText(day: string): string {
  return timeText(day, { ...VISITOR_LOCALE, timeZone: 'UTC' }, { dateStyle: 'medium' });
}

/** Club and packages have sentences of their own, unless the game may not take them back. */
function isWorthSaying({ kind, change }: OrderEffects['deliveries'][number]): boolean {
  return kind === 'item' || DELIVERIES[change].isTrouble;
}

function deliveryEffect({ label, quantity, change }: OrderEffects['deliveries'][number]): Effect {
  const { text, isTrouble } = DELIVERIES[change];
  const count = quantity === 1 || /^\d/.test(label) ? '' : `${quantity.toLocaleString()} × `;
  return { text: `${count}${label}: ${text}.`, isTrouble };
}
