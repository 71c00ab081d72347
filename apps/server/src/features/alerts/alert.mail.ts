import * as z from 'zod';
import { defineMail } from '#features/mail/mail.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { selectMessage } from './messages.queries.ts';

/** Sent to each owner when an alert is raised or cleared, and for a test. */
export const alertMail = defineMail({
  name: 'alert',
  isUrgent: true,
  parameters: z.object({ messageId: z.int() }),
  compose: async ({ parameters }, { db, site }) => {
    const message = await selectMessage(db, parameters.messageId);
    if (!message) return undefined;
    return layOutMail({
      subject: message.title,
      brandName: site.brandName,
      greeting: message.kind === 'raised' ? 'Something needs attention.' : 'Hello,',
      paragraphs: message.paragraphs,
      action: { label: 'Open the admin page', url: `${site.publicOrigin}${message.path}` },
      footer: `Owners of ${site.publicOrigin} get this. All alerts are listed at ${site.publicOrigin}/admin/alerts.`,
    });
  },
});
