import { adminPagePaths } from '@waygate/contract/site/admin-pages';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import { queueMessages } from '#features/alerts/announcement.service.ts';
import { testText } from '#features/alerts/message-texts.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

type Parts = { db: Database; jobs: Jobs; hasWebhook: boolean };

/**
 * Queues a message to all owners, and to the webhook, that says it is a test. The same request queues it once.
 *
 * @throws what `asStaff` throws
 */
export function queueTestAlert(
  { db, jobs, hasWebhook }: Parts,
  staff: Staff,
  { requestId }: { requestId: string },
): Promise<void> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const message = {
      incidentId: null,
      kind: 'test' as const,
      path: adminPagePaths.alerts,
      requestId,
      ...testText(),
    };
    const recipients = await queueMessages(tx, jobs, { messages: [message], hasWebhook });
    if (recipients === undefined) return unchanged();
    return audited({ kind: 'alert.test', target: 'alerts', after: { recipients, hasWebhook } });
  });
}
