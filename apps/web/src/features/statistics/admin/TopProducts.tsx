import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import { priceText } from '#features/shop/price-text.ts';
import { ChartPanel } from './ChartPanel.tsx';
import type { Period } from './period.rules.ts';
import { countColumn, moneyColumn, nameColumn, shareColumn } from './number-columns.tsx';
import { countText } from './statistics-text.ts';

type TopProductsProps = {
  statistics: Pick<PaymentStatistics, 'topProducts' | 'otherProducts' | 'totals'>;
  period: Period;
};

/** The best-selling products. The last row sums up all others, so that the column adds up. */
export function TopProducts({ statistics, period }: TopProductsProps) {
  const { topProducts, otherProducts, totals } = statistics;
  const others = { ...otherProducts, name: `${countText(otherProducts.products)} other products` };
  return (
    <ChartPanel<Omit<PaymentStatistics['topProducts'][number], 'productId'>>
      title="Best-selling products"
      caption="Products by revenue"
      fileName={`products-${period.from}-to-${period.to}`}
      empty={topProducts.length === 0 && 'No products were sold in this period.'}
      columns={[
        nameColumn('Product', ({ name }) => name, 'All products'),
        moneyColumn('Revenue', ({ revenue }) => revenue, {
          total: priceText(totals.revenue),
          hasBars: true,
        }),
        shareColumn(({ revenue }) => revenue, totals.revenue),
        countColumn('Orders', ({ orders }) => orders, { total: countText(totals.paidOrders) }),
      ]}
      rows={otherProducts.products > 0 ? [...topProducts, others] : topProducts}
    />
  );
}
