import { loadPart } from '#api/load-part.ts';

/** What only players need who are signed in: visitors look at the shop without it. */
export function loadPurchasing() {
  return loadPart(import('./purchasing.ts'));
}
