import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { priceText } from '#features/shop/price-text.ts';
import styles from './ComparedSums.module.css';
import { moneyText } from './money-text.ts';

/** What an order costs next to what was paid, and the difference. */
export function ComparedSums({ order: { price, received } }: { order: AdminOrderDetail }) {
  return (
    <dl className={styles.sums}>
      <Sum label="Expected" text={priceText(price)} />
      <Sum label="Paid" text={received === null ? 'Nothing yet' : sumText(received)} />
      <Sum label="Difference" text={differenceText(price, received)} />
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

function sumText({ amount, currency }: NonNullable<AdminOrderDetail['received']>): string {
  return currency === 'eur' ? priceText(amount) : moneyText(amount, currency);
}

function differenceText(price: number, received: AdminOrderDetail['received']): string {
  if (received === null) return '–';
  if (received.currency !== 'eur') return 'Another currency';
  const cents = Math.round((received.amount - price) * 100);
  if (cents === 0) return 'None';
  return `${priceText(Math.abs(cents) / 100)} ${cents < 0 ? 'too little' : 'too much'}`;
}
