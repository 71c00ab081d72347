import { getPaymentStatistics } from '@waygate/contract/statistics/statistics.endpoints';
import type { PaymentStatistics as Statistics } from '@waygate/contract/statistics/statistics.schemas';
import { priceText } from '#features/shop/price-text.ts';
import { StatCard } from '#ui/admin/StatCard.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Campaigns } from './Campaigns.tsx';
import { Change } from './Change.tsx';
import { OrdersByState } from './OrdersByState.tsx';
import styles from './PaymentStatistics.module.css';
import { Revenue } from './Revenue.tsx';
import { StatCards } from './StatCards.tsx';
import { StatisticsFrame } from './StatisticsFrame.tsx';
import { countText } from './statistics-text.ts';
import { TopProducts } from './TopProducts.tsx';
import { usePeriod } from './use-period.ts';
import { useStatistics } from './use-statistics.ts';

/** Revenue by day, product and campaign. */
export function PaymentStatistics() {
  const chosen = usePeriod();
  const { period } = chosen;
  const asked = useStatistics(getPaymentStatistics, period, { isCompared: true });
  return (
    <StatisticsFrame chosen={chosen} asked={asked}>
      {(statistics) => (
        <>
          {!statistics.isLive && (
            <Notice tone="info">These are test payments. No real money was paid.</Notice>
          )}
          <Cards now={statistics.totals} before={asked.before?.totals} />
          <Revenue statistics={statistics} period={period} />
          <div className={styles.pair}>
            <TopProducts statistics={statistics} period={period} />
            <OrdersByState statistics={statistics} period={period} />
          </div>
          <Campaigns statistics={statistics} period={period} />
        </>
      )}
    </StatisticsFrame>
  );
}

type Totals = Statistics['totals'];

function Cards({ now, before }: { now: Totals; before: Totals | undefined }) {
  return (
    <StatCards>
      <StatCard
        label="Revenue"
        value={priceText(now.revenue)}
        hint={<Change now={now.revenue} before={before?.revenue} format={priceText} />}
      />
      <StatCard
        label="Refunded or charged back"
        value={priceText(now.refunded)}
        hint={<Change now={now.refunded} before={before?.refunded} format={priceText} isCost />}
      />
      <StatCard
        label="Paid orders"
        value={countText(now.paidOrders)}
        hint={<Change now={now.paidOrders} before={before?.paidOrders} format={countText} />}
      />
      <StatCard
        label="Buyers"
        value={countText(now.buyers)}
        hint={<Change now={now.buyers} before={before?.buyers} format={countText} />}
      />
    </StatCards>
  );
}
