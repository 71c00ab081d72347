// Visits that led to registrations.
export { findOrRecordFirstReferral } from './referrals.service.ts';
