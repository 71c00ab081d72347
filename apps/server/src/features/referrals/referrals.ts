export { findOrRecordFirstReferral } from './referrals.service.ts';
