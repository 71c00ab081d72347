import type { PaymentStatistics } from '@waygate/contract/statistics/statistics.schemas';
import { ChartPanel } from './ChartPanel.tsx';
import { campaignColumns } from './campaign-columns.tsx';
import type { Period } from './period.rules.ts';
import { countText } from './statistics-text.ts';

type CampaignsProps = {
  statistics: Pick<PaymentStatistics, 'campaigns' | 'campaignTotals'>;
  period: Period;
};

/** Referral campaigns, from the click to the revenue. */
export function Campaigns({ statistics: { campaigns, campaignTotals: all }, period }: CampaignsProps) {
  return (
    <ChartPanel
      title="Referral campaigns"
      caption="Referral campaigns by revenue"
      fileName={`campaigns-${period.from}-to-${period.to}`}
      note={
        <>
          Visits by a campaign’s link in this period, and what became of them by now: accounts, and what these
          have paid.
          {all.campaigns > campaigns.length &&
            ` The ${countText(campaigns.length)} that brought most of ${countText(all.campaigns)}.`}
        </>
      }
      empty={campaigns.length === 0 && 'Nobody came by a campaign’s link in this period.'}
      columns={campaignColumns(all)}
      fileColumns={[
        { label: 'Source', value: ({ source }) => source },
        { label: 'Campaign', value: ({ campaign }) => campaign },
      ]}
      rows={campaigns}
    />
  );
}
