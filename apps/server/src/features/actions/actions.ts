// Quick actions of staff on accounts.
export { grantPackInTransaction } from './admin/grant-pack.service.ts';
