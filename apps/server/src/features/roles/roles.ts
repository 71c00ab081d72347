// Named sets of sections, applied to accounts by owners.
export { roleOfAccount } from './account-role.ts';
