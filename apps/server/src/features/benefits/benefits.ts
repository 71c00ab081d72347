// Benefits that staff grant to accounts.
export { updateBenefitGrantKeys } from './grant-keys.queries.ts';
export { createBenefitInTransaction } from './admin/benefits.service.ts';
