// Packages and packs of accounts, bought or granted by staff.
export {
  type BenefitChange,
  type Package,
  grantBenefits,
  revokeBenefits,
  unmarkPackage,
} from './account-benefits.queries.ts';
export { isPackage, selectGrantedPackages } from './granted-packages.queries.ts';
export {
  type Pack,
  selectAccountsWithEndedPacks,
  selectPack,
  updatePackGrantKeys,
  updatePacksEnded,
  upsertPack,
} from './packs.queries.ts';
