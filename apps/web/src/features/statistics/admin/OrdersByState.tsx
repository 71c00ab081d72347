import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import { orderStateLabel } from '#features/orders/admin/order-admin-labels.ts';
import { ChartPanel } from './ChartPanel.tsx';
import type { Period } from './period.rules.ts';
import { countColumn, nameColumn, shareColumn } from './number-columns.tsx';
import { countText } from './statistics-text.ts';

type OrdersByStateProps = { statistics: Pick<PaymentStatistics, 'byState'>; period: Period };

/** Orders created in the period by their current state. */
export function OrdersByState({ statistics: { byState }, period }: OrdersByStateProps) {
  const all = byState.reduce((sum, { orders }) => sum + orders, 0);
  return (
    <ChartPanel<PaymentStatistics['byState'][number]>
      title="Orders by state"
      caption="Number of orders in each state"
      fileName={`order-states-${period.from}-to-${period.to}`}
      note="Orders created in this period, by their current state."
      empty={all === 0 && 'No orders were created in this period.'}
      columns={[
        nameColumn('State', ({ state }) => orderStateLabel(state).text, 'All orders'),
        countColumn('Orders', ({ orders }) => orders, { total: countText(all), hasBars: true }),
        shareColumn(({ orders }) => orders, all),
      ]}
      rows={byState}
    />
  );
}
