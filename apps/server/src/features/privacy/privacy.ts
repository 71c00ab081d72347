// What is stored about people: their own file of it, and its erasure.
export { PRIVACY_MAILS } from './erasure.mails.ts';
export { collectErasureRecords, type ErasureRecord } from './erasure-records.ts';
export { lockRecorded, upsertBegunErasures } from './recorded-erasures.queries.ts';
