import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import { pagePaths } from '@waygate/contract/site/pages';
import type * as z from 'zod';
import { type AccountRow, selectAccount } from '#features/identity/identity.ts';
import {
  defineMail,
  type MailKind,
  type MailParameters,
  type MailSite,
  queueMail,
} from '#features/mail/mail.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { mintNoticeToken } from './account-tokens.service.ts';

type SecurityText = {
  subject: string;
  paragraphs: string[];
  details?: { label: string; value: string }[];
  /** What the link is for: `undo_email` also brings the address back that the mail goes to. */
  link: 'not_me' | 'undo_email' | 'none';
};

/**
 * Defines a mail about a change of an account's security, with the link 'This wasn't me', which starts a password
 * reset. An address that is not the account's any more gets no link, except that of its own change.
 */
export function defineSecurityMail<Parameters extends MailParameters>(kind: {
  name: string;
  parameters: z.ZodType<Parameters>;
  write: (parameters: Parameters, context: { account: AccountRow; site: MailSite }) => SecurityText;
}): MailKind<Parameters> {
  return defineMail({
    name: kind.name,
    parameters: kind.parameters,
    compose: async ({ id, accountId, recipient, parameters }, { db, site }) => {
      const account = await selectAccount(db, accountId ?? 0);
      if (!account) return undefined;
      const { link, ...text } = kind.write(parameters, { account, site });
      const footer = `You receive this because of your account at ${site.publicOrigin}.`;
      const mail = { ...text, brandName: site.brandName, greeting: `Hello ${account.userName},`, footer };
      if (link === 'none' || (link === 'not_me' && !isSameEmail(recipient, account.email)))
        return layOutMail(mail);
      const token = await mintNoticeToken(db, {
        accountId: account.id,
        purpose: link,
        email: recipient,
        mailId: id,
      });
      if (token === undefined) return undefined;
      return layOutMail({
        ...mail,
        paragraphs: [
          ...mail.paragraphs,
          'If it was you, there is nothing to do. If it was not, use this link within 7 days: it signs everybody out and lets you choose a new password.',
        ],
        action: { label: "This wasn't me", url: `${site.publicOrigin}${pagePaths.notMe({ token })}` },
      });
    },
  });
}

/**
 * Queues a security mail to the account's address, if that is confirmed, or if the mail `isForAnyAddress`. Call it in the transaction that makes the change:
 *
 *     await queueSecurityMail(tx, jobs, { accountId, kind: factorChangedMail, parameters: { change: 'added', factor: 'totp' } });
 */
export async function queueSecurityMail<Parameters extends MailParameters>(
  tx: Transaction,
  jobs: Jobs,
  {
    accountId,
    kind,
    parameters,
    isForAnyAddress = false,
  }: {
    accountId: number;
    kind: MailKind<Parameters>;
    parameters: Parameters;
    isForAnyAddress?: boolean;
  },
): Promise<void> {
  const account = await selectAccount(tx, accountId);
  if (!account || (!account.emailConfirmedAt && !isForAnyAddress)) return;
  await queueMail(tx, jobs, { kind, accountId, recipient: account.email, parameters });
}
