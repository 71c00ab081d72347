import type { UserHistory } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import { selectNewestMails } from '#features/mail/mail.ts';
import { listSessions } from '#features/sessions/sessions.ts';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentHistory } from './accounts.admin.presenter.ts';
import type { AdminAccount } from './accounts.admin.queries.ts';
import { selectNewestBans } from './bans.queries.ts';

/** More than one account can have. */
const ALL_ROWS = 1_000_000;

const NOTHING = { bans: [], sessions: [], mails: [] };

/** All bans of the account, masked as its history is. */
export function exportUserBans(
  exportList: ExportList,
  staff: Staff,
  account: AdminAccount,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'bans',
    fileName: `bans-of-${account.id}`,
    columns: BAN_COLUMNS,
    present: (ban) => ban,
    query: { account: account.id },
    ...allAtOnce(async (tx) => {
      const bans = await selectNewestBans(tx, account.id, ALL_ROWS);
      return presentHistory({ ...NOTHING, bans }, account, staff.viewer).bans;
    }),
  });
}

/** All mails to the account that are kept, masked as its history is. */
export function exportUserMails(
  exportList: ExportList,
  staff: Staff,
  account: AdminAccount,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'mails',
    fileName: `mails-of-${account.id}`,
    columns: MAIL_COLUMNS,
    present: (mail) => mail,
    query: { account: account.id },
    ...allAtOnce(async (tx) => {
      const mails = await selectNewestMails(tx, account.id, ALL_ROWS);
      return presentHistory({ ...NOTHING, mails }, account, staff.viewer).mails;
    }),
  });
}

/** All sessions of the account, as its history has them: without networks and browsers. */
export function exportUserSessions(
  exportList: ExportList,
  staff: Staff,
  account: AdminAccount,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'sessions',
    fileName: `sessions-of-${account.id}`,
    columns: SESSION_COLUMNS,
    present: (session) => session,
    query: { account: account.id },
    ...allAtOnce(async (tx) => {
      const sessions = await listSessions(tx, account.id);
      return presentHistory({ ...NOTHING, sessions }, account, staff.viewer).sessions;
    }),
  });
}

const BAN_COLUMNS: CsvColumn<UserHistory['bans'][number]>[] = [
  { label: 'banId', value: ({ banId }) => banId },
  { label: 'startTime', value: ({ startTime }) => startTime },
  { label: 'endTime', value: ({ endTime }) => endTime },
  { label: 'ip', value: ({ ip }) => ip },
  { label: 'description', value: ({ description }) => description },
  { label: 'active', value: ({ active }) => active },
];

const SESSION_COLUMNS: CsvColumn<UserHistory['sessions'][number]>[] = [
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'lastUsedAt', value: ({ lastUsedAt }) => lastUsedAt },
];

const MAIL_COLUMNS: CsvColumn<UserHistory['mails'][number]>[] = [
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'recipient', value: ({ recipient }) => recipient },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'sentAt', value: ({ sentAt }) => sentAt },
  { label: 'failedAt', value: ({ failedAt }) => failedAt },
  { label: 'failure', value: ({ failure }) => failure },
];
