import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { MailTransport } from '#platform/mail/mail-transport.ts';
import { localMailbox } from './mail.tables.ts';

const KEPT_MAILS = 500;

export type LocalMail = typeof localMailbox.$inferSelect;

/** Stores mail in the database, for installations without SMTP. */
export function createLocalMailbox(db: Db): MailTransport {
  return {
    send: async ({ to, from, subject, html, text, messageId }) => {
      const content = { sender: from, recipient: to, subject, html, bodyText: text };
      await db
        .insert(localMailbox)
        .values({ ...content, messageId })
        .onConflictDoUpdate({ target: localMailbox.messageId, set: content });
      await db.execute(sql`
        delete from local_mailbox
        where id <= (select id from local_mailbox order by id desc offset ${KEPT_MAILS} limit 1)`);
    },
    close: () => {},
  };
}

/** Newest first. */
export async function selectLocalMails(db: Db): Promise<LocalMail[]> {
  return db.select().from(localMailbox).orderBy(desc(localMailbox.id)).limit(KEPT_MAILS);
}

export async function selectLocalMail(db: Db, id: number): Promise<LocalMail | undefined> {
  const [mail] = await db.select().from(localMailbox).where(eq(localMailbox.id, id));
  return mail;
}
