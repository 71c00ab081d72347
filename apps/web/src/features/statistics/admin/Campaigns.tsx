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
          Visits from a campaign’s link in this period, with the accounts and payments they led to so far.
          {all.campaigns > campaigns.length &&
            ` Showing the top ${countText(campaigns.length)} of ${countText(all.campaigns)}.`}
        </>
      }
      empty={campaigns.length === 0 && 'There were no visits from a campaign’s link in this period.'}
      columns={campaignColumns(all)}
      fileColumns={[
        { label: 'Source', value: ({ source }) => source },
        { label: 'Campaign', value: ({ campaign }) => campaign },
      ]}
      rows={campaigns}
    />
  );
}
