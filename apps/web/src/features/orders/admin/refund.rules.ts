import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { grantText } from '#features/shop/grant-text.ts';

type Line = AdminOrderDetail['lines'][number];

/** Euro as they are typed, with a point or a comma; undefined for what is no amount up to the most. */
export function amountIn(text: string, most: number): number | undefined {
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount > 0 && amount <= most ? amount : undefined;
}

/** What a full refund takes from the player, line by line; nothing of what never came or is gone already. */
export function takenBackBy({ lines }: Pick<AdminOrderDetail, 'lines'>): string[] {
  return lines
    .filter(({ state }) => state !== 'cancelled' && state !== 'revoked')
    .map((line) => `${grantText(line)}: ${fateOf(line)}`);
}

function fateOf({ kind, state }: Line): string {
  switch (kind) {
    case 'premium_coins':
    case 'second_coins':
      return 'debited, even what was spent; below zero the player cannot buy until it is made good.';
    case 'club_days':
      return 'the club ends as much earlier, in the game too.';
    case 'founder_package':
    case 'veteran_package':
      return 'withdrawn, unless another order brought it as well.';
    case 'item':
      return state === 'delivered'
        ? 'taken back by the game.'
        : 'not delivered any more, or taken back by the game.';
  }
}
