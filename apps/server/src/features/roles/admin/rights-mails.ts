import { compareSections, sectionNames } from '@waygate/contract/roles/rights';
import { rightsGrantedMail } from '#features/account-mails/account-mails.ts';
import type { AccountRow } from '#features/identity/identity.ts';
import { queueMails } from '#features/mail/mail.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Rights } from './roles.rules.ts';

/**
 * Tells accounts which sections they gain.
 *
 * @param accounts as they were before
 */
export async function queueRightsMails(
  tx: Transaction,
  jobs: Jobs,
  { accounts, wanted }: { accounts: AccountRow[]; wanted: Rights },
): Promise<void> {
  const mails = accounts
    .filter(({ emailConfirmedAt }) => emailConfirmedAt !== null)
    .map((account) => ({
      kind: rightsGrantedMail,
      accountId: account.id,
      recipient: account.email,
      parameters: { rights: compareSections(sectionNames(account), sectionNames(wanted)).granted },
    }))
    .filter(({ parameters }) => parameters.rights.length > 0);
  await queueMails(tx, jobs, mails);
}
