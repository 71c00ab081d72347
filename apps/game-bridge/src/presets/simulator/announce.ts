import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Outcome } from './apply-delivery.ts';

/** One line for the terminal about a delivery and its outcome. */
export function announce(delivery: Delivery, outcome: Outcome): string {
  const account = `account ${delivery.accountDBID}`;
  const items = describeItems(delivery) + describeEnd(delivery);
  switch (outcome) {
    case 'given':
      return `+ ${account} received ${items}`;
    case 'taken_back':
      return `- ${account} gave back ${items}`;
    case 'barred':
      return `- ${account} will not get ${items}: revoked before it was granted`;
    case 'mismatch':
      return `! ${account}: ${items} is refused, the receipt of its key is of something else (${delivery.idempotencyKey})`;
    case 'duplicate':
      return `= ${account}: ${items} came again and changes nothing (${delivery.idempotencyKey})`;
  }
}

function describeItems({ kind, itemId, quantity }: Delivery): string {
  switch (kind) {
    case 'item':
      return `${quantity} × item ${itemId}`;
    case 'premium_coins':
    case 'second_coins':
      return `${quantity} ${kind.replace('_', ' ')}`;
    case 'club_days':
      return quantity === 1 ? '1 day of the club' : `${quantity} days of the club`;
    case 'founder_package':
      return 'the founder package';
    case 'veteran_package':
      return 'the veteran package';
    case 'content_creator_package':
      return 'the content creator package';
    case 'staff_package':
      return 'the staff package';
    case 'benefit':
      return `benefit ${itemId}`;
  }
}

/** In UTC: ' until 2026-12-24 18:00'. */
function describeEnd({ availableUntil }: Delivery): string {
  return availableUntil ? ` until ${availableUntil.slice(0, 16).replace('T', ' ')}` : '';
}
