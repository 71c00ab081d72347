import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { grantText } from '@waygate/contract/products/grant-text';

type Line = AdminOrderDetail['lines'][number];

/** A typed amount in euro, with a point or a comma; undefined when it is invalid or above the maximum. */
export function amountIn(text: string, most: number): number | undefined {
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount > 0 && amount <= most ? amount : undefined;
}

/** What a full refund revokes, line by line, without lines never delivered or revoked already. */
export function revokedBy({ lines }: Pick<AdminOrderDetail, 'lines'>): string[] {
  return lines
    .filter(({ state }) => state !== 'cancelled' && state !== 'revoked')
    .map((line) => `${grantText(line)}: ${consequenceOf(line)}`);
}

/** Whether staff gave something of the order by hand, which the game can't take back. */
export function isAnyMarkedDelivered({ deliveries }: Pick<AdminOrderDetail, 'deliveries'>): boolean {
  return deliveries.some(
    ({ effect, state, isMarkedDelivered }) => effect === 'grant' && state === 'applied' && isMarkedDelivered,
  );
}

function consequenceOf({ kind, state }: Line): string {
  switch (kind) {
    case 'premium_coins':
    case 'second_coins':
      return "debited, even if spent. While the balance is below zero, the player can't buy.";
    case 'club_days':
      return 'the club ends that much earlier, in the game too.';
    case 'founder_package':
    case 'veteran_package':
      return 'revoked, unless another order includes it.';
    case 'item':
      return state === 'delivered' ? 'revoked in the game.' : 'not delivered, or revoked in the game.';
  }
}
