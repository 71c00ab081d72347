// Second factors: codes, what an account has, and what owners ask of staff.
export {
  countAddedFactor,
  deleteFactors,
  deletedRemoval,
  deleteFactorRemoval,
  deleteOldSetups,
  deleteStrayRecoveryCodes,
  SETUP_MINUTES,
  replaceRecoveryCodes,
} from './factors.queries.ts';
export {
  deleteOldReplacedFactors,
  forgetReplacedApps,
  keepReplacedFactors,
  revertFactorsSince,
} from './replaced-factors.queries.ts';
export { createTotpSecret, readCode, totpUri } from './codes.rules.ts';
export { factorRemovals, securityPolicy, totpFactors, totpSetups } from './factors.tables.ts';
export { passkeyChallenges, type PasskeyRow, passkeys } from './passkeys.tables.ts';
export {
  accountHasFactor,
  factorMethods,
  hasFactor,
  isFactorMissing,
  isFactorRequired,
} from './methods.queries.ts';
export { databaseSeconds, totpOf, useProof } from './proofs.queries.ts';
export {
  type CodeProof,
  proofOf,
  type ReadTotp,
  type StoredTotp,
  totpBoundTo,
  wrongCode,
} from './proofs.service.ts';
export { selectSamplesOfKeys } from './factor-keys.queries.ts';
export { selectUsedKeyIds } from './reseal-secrets.queries.ts';
export { checkFactorKeys, findUnreadableKeys, observeFactors } from './factor-keys.service.ts';
