// Benefits that staff grant to accounts.
export { updateBenefitGrantKeys } from './grant-keys.queries.ts';
