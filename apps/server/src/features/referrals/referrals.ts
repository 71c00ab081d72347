// Visits that led to registrations.
export { deleteOldReferrals } from './referrals.queries.ts';
export { findOrRecordFirstReferral } from './referrals.service.ts';
