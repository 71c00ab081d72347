import type { CsvColumn } from '@waygate/contract/csv';
import type { AccountMinutes } from '@waygate/contract/drops/drops.admin.schemas';
import type { CsvFile } from '@waygate/contract/endpoint';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { getDropAccount, selectAccountClaims, selectAccountMinutes } from './drop-minutes.queries.ts';
import { presentAccountClaim } from './drops.admin.presenter.ts';

/** The account's minutes of every season. */
export function exportAccountMinutes(
  exportList: ExportList,
  staff: Staff,
  accountId: number,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'minutes',
    fileName: `drop-minutes-of-${accountId}`,
    columns: MINUTE_COLUMNS,
    present: (row) => row,
    query: { account: accountId },
    ...allAtOnce(async (db) => {
      await getDropAccount(db, accountId);
      return selectAccountMinutes(db, accountId);
    }),
  });
}

/** All that the account claimed, newest first. */
export function exportAccountClaims(
  exportList: ExportList,
  staff: Staff,
  accountId: number,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'claims',
    fileName: `drop-claims-of-${accountId}`,
    columns: CLAIM_COLUMNS,
    present: presentAccountClaim,
    query: { account: accountId },
    ...allAtOnce(async (db) => {
      await getDropAccount(db, accountId);
      return selectAccountClaims(db, accountId);
    }),
  });
}

const MINUTE_COLUMNS: CsvColumn<AccountMinutes['minutes'][number]>[] = [
  { label: 'seasonId', value: ({ seasonId }) => seasonId },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'minutes', value: ({ minutes }) => minutes },
  { label: 'adjusted', value: ({ adjusted }) => adjusted },
];

const CLAIM_COLUMNS: CsvColumn<AccountMinutes['claims'][number]>[] = [
  { label: 'rewardId', value: ({ rewardId }) => rewardId },
  { label: 'title', value: ({ title }) => title },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'claimedAt', value: ({ claimedAt }) => claimedAt },
];
