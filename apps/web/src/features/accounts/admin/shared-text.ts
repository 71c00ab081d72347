import type { SharedAddress } from '@waygate/contract/players/players.schemas';

/** How many other accounts were last at the account's address, as a sentence. */
export function sharedText({ isOwnNetwork, total, totalIsExact }: SharedAddress): string {
  if (isOwnNetwork) return "The address is one of the portal's own networks, so it says nothing.";
  if (total === 0) return 'No other account shares the address.';
  if (total === 1) return '1 other account shares the address.';
  return `${total}${totalIsExact ? '' : ' or more'} other accounts share the address.`;
}
