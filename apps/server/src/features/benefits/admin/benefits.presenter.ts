import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';

export type BenefitRow = {
  accountId: number;
  userName: string;
  benefitId: number;
  availableUntil: Date;
  revision: number;
};

export function presentBenefit(row: BenefitRow): AccountBenefit {
  return {
    accountDBID: row.accountId,
    userName: row.userName,
    benefitId: row.benefitId,
    availableUntil: row.availableUntil.toISOString(),
    revision: row.revision,
  };
}
