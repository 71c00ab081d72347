import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { priceText } from '#features/shop/price-text.ts';
import styles from './ComparedSums.module.css';
import { moneyText } from './money-text.ts';

/** What an order costs next to what was paid, by whichever checkout, and the difference. */
export function ComparedSums({ order }: { order: AdminOrderDetail }) {
  const paid = paymentsOf(order);
  return (
    <dl className={styles.sums}>
      <Sum label="Expected" text={priceText(order.price)} />
      <Sum label="Paid" text={paid.map(paidText).join(' + ') || 'Nothing yet'} />
      <Sum label="Difference" text={differenceText(order.price, paid)} />
    </dl>
  );
}

function Sum({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The sum is null where a payment's amount wasn't kept. */
type Paid = { amount: number | null; currency: string | null };

function paymentsOf({ received, paymentIntentId, otherPayments }: AdminOrderDetail): Paid[] {
  const isUnrecorded = received === null && paymentIntentId !== null;
  const own = isUnrecorded ? { amount: null, currency: null } : received;
  return [...(own ? [own] : []), ...otherPayments.filter(({ state }) => state === 'paid')];
}

function paidText({ amount, currency }: Paid): string {
  return amount === null || currency === null ? 'Not recorded' : moneyText(amount, currency);
}

function differenceText(price: number, paid: Paid[]): string {
  if (paid.length === 0 || paid.some(({ amount }) => amount === null)) return '–';
  if (paid.some(({ currency }) => currency !== 'eur')) return 'Another currency';
  const total = paid.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const cents = Math.round((total - price) * 100);
  if (cents === 0) return 'None';
  return `${priceText(Math.abs(cents) / 100)} ${cents < 0 ? 'too little' : 'too much'}`;
}
