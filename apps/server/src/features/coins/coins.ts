// Coins as players and staff read about them.
export { ORDER_OF_COINS } from './entry-keys.ts';
export { reasonOf } from './reasons.rules.ts';
