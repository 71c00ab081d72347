import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import { priceText } from '#features/shop/price-text.ts';
import { BarChart } from '#ui/admin/charts/BarChart.tsx';
import { barsOfDays } from './bars.rules.ts';
import { CHART_HEIGHT_PX } from './chart-height.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { countColumn, dayColumn, moneyColumn } from './number-columns.tsx';
import type { Period } from './period.rules.ts';
import { countText, euroAxisText, periodText, shortDayText } from './statistics-text.ts';

type RevenueProps = { statistics: Pick<PaymentStatistics, 'days' | 'totals'>; period: Period };

/** Revenue of each day, less later refunds. */
export function Revenue({ statistics: { days, totals }, period }: RevenueProps) {
  const { unit, bars } = barsOfDays(days, ({ revenue }) => revenue, shortDayText);
  return (
    <ChartPanel<PaymentStatistics['days'][number]>
      title="Revenue"
      caption="Revenue of each day"
      fileName={`revenue-${period.from}-to-${period.to}`}
      note={
        <>
          Payments of each day, less what has been refunded or charged back since.
          {unit === 'week' && ' One bar for each week, named by its first day.'}
        </>
      }
      empty={totals.paidOrders === 0 && 'There were no payments in this period. Choose another period above.'}
      columns={[
        dayColumn(),
        moneyColumn('Revenue', ({ revenue }) => revenue, { total: priceText(totals.revenue) }),
        moneyColumn('Refunded', ({ refunded }) => refunded, { total: priceText(totals.refunded) }),
        countColumn('Orders', ({ paidOrders }) => paidOrders, { total: countText(totals.paidOrders) }),
      ]}
      rows={days}
      tableRows={days.toReversed()}
      chart={
        <BarChart
          label={`Revenue of each ${unit}, ${periodText(period)}`}
          bars={bars}
          formatValue={euroAxisText}
          heightPx={CHART_HEIGHT_PX}
        />
      }
    />
  );
}
