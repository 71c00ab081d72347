import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';

type Content = {
  kind: DeliveryKind;
  itemId: number | null;
  /** As it was called when it was bought. */
  label: string | null;
};

/** What a delivery grants, as people read it. */
export function contentLabel({ kind, itemId, label }: Content): string {
  switch (kind) {
    case 'item':
      return label ?? `Item ${itemId}`;
    case 'benefit':
      return `Benefit ${itemId}`;
    case 'premium_coins':
    case 'second_coins':
      return label ?? 'Coins';
    case 'club_days':
      return 'Club days';
    case 'founder_package':
      return 'Founder package';
    case 'veteran_package':
      return 'Veteran package';
    case 'content_creator_package':
      return 'Content creator package';
    case 'staff_package':
      return 'Staff package';
  }
}
