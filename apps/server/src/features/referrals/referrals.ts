// The visit that led to a registration.
export { findOrRecordFirstReferral } from './referrals.service.ts';
