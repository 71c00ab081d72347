import type { GrantKind, ProductLine } from '@waygate/contract/products/products.schemas';
import { CalendarDays, Coins, Flag, Gem, type LucideIcon, Medal, Package } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import styles from './GrantList.module.css';
import { useNumberLocale } from './NumberLocale.tsx';
import { contentText } from './storefront-texts.ts';

const ICONS: Record<GrantKind, LucideIcon> = {
  premium_coins: Coins,
  second_coins: Gem,
  item: Package,
  club_days: CalendarDays,
  founder_package: Flag,
  veteran_package: Medal,
};

type GrantListProps = {
  grants: ProductLine[];
  /** One after the other in a sentence, instead of one a line. */
  isInline?: boolean;
};

/** The contents of a gift. */
export function GrantList({ grants, isInline = false }: GrantListProps) {
  const locale = useNumberLocale();
  if (grants.length === 0) return null;
  return (
    <ul className={classNames(styles.grants, isInline && styles.inline)} aria-label="Contents">
      {grants.map((grant, index) => {
        const Icon = ICONS[grant.kind];
        return (
          // The same item may appear twice; the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={index}>
            <Icon aria-hidden size={18} /> {contentText(grant, locale)}
          </li>
        );
      })}
    </ul>
  );
}
