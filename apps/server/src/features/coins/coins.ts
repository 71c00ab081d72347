// Coins as players and staff read about them.
export { reasonOf } from './reasons.rules.ts';
