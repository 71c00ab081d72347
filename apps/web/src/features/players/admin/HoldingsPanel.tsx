import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { Player } from '@waygate/contract/players/players.schemas';
import { priceText } from '#features/shop/price-text.ts';
import { countText } from '#ui/admin/count-text.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { Facts } from './Facts.tsx';

/** Coins, club, packages, and what was paid for them. */
export function HoldingsPanel({ user, paid }: { user: AdminUser; paid: Player['paid'] }) {
  return (
    <Panel title="Holds">
      <Facts
        facts={[
          { key: STAFF_COIN_NAMES.premium, value: user.agaiaCoins.toLocaleString() },
          { key: STAFF_COIN_NAMES.second, value: user.astrumCoins.toLocaleString() },
          {
            key: 'Agaia Club until',
            value: user.agaiaClubExpiry ? <LocalDate value={user.agaiaClubExpiry} /> : 'Not a member',
          },
          { key: 'Packages', value: packagesOf(user) },
          ...(paid
            ? [{ key: 'Paid', value: `${priceText(paid.sum)}, ${countText(paid.orders, 'order')}` }]
            : []),
        ]}
      />
    </Panel>
  );
}

function packagesOf({ hasClaimedFounderPackage, hasClaimedVeteranPackage }: AdminUser): string {
  const names = [hasClaimedFounderPackage && 'Founder', hasClaimedVeteranPackage && 'Veteran'];
  return names.filter((name) => name !== false).join(', ') || 'None';
}
