import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import type { ReactNode } from 'react';
import { priceText } from '#features/shop/price-text.ts';
import styles from './Campaigns.module.css';
import { countColumn, moneyColumn } from './number-columns.tsx';
import type { NumbersColumn } from './numbers.ts';
import { countText, shareText } from './statistics-text.ts';

type Campaign = PaymentStatistics['campaigns'][number];

/** From click to revenue: each step with its share of the step before. */
export function campaignColumns(all: PaymentStatistics['campaignTotals']): NumbersColumn<Campaign>[] {
  return [
    {
      label: 'Content',
      value: ({ content }) => content,
      text: ({ content, source, campaign }) => (
        <span className={styles.campaign}>
          {content}
          <small>{campaign === '' ? source : `${source} · ${campaign}`}</small>
        </span>
      ),
      total: 'All campaigns',
    },
    countColumn('Clicks', ({ clicks }) => clicks, { total: countText(all.clicks) }),
    {
      label: 'Accounts',
      value: ({ registrations }) => registrations,
      text: ({ registrations, clicks }) => step(registrations, clicks),
      total: step(all.registrations, all.clicks),
      isNumber: true,
    },
    {
      label: 'Buyers',
      value: ({ buyers }) => buyers,
      text: ({ buyers, registrations }) => step(buyers, registrations),
      total: step(all.buyers, all.registrations),
      isNumber: true,
    },
    moneyColumn('Revenue', ({ revenue }) => revenue, { total: priceText(all.revenue), hasBars: true }),
  ];
}

/** How many took a step, and their share of the step before. */
function step(count: number, before: number): ReactNode {
  return (
    <span className={styles.step}>
      {countText(count)} <small>{shareText(count, before)}</small>
    </span>
  );
}
