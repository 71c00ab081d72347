import { queueMails } from '#features/mail/mail.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { linkAgainMail } from './link-again.mail.ts';
import { updateLinkMailed } from './streamer-tokens.queries.ts';

/**
 * Queues one mail for each streamer who needs a new link and got none yet. The row that records it and the mail are one
 * transaction, so that neither a crash nor another process sends it twice.
 */
export async function mailStreamersToLink({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  await db.transaction(async (tx) => {
    const streamers = await updateLinkMailed(tx);
    await queueMails(
      tx,
      jobs,
      streamers.map(({ accountId, email }) => ({
        kind: linkAgainMail,
        accountId,
        recipient: email,
        parameters: {},
      })),
    );
  });
}
