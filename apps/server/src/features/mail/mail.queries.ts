import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { mails } from './mail.tables.ts';

/** The outbox keeps mails this long. */
export const OUTBOX_DAYS = 30;

export type MailRow = typeof mails.$inferSelect;

type NewMailRow = Pick<MailRow, 'kind' | 'accountId' | 'recipient' | 'parameters'>;

export async function insertMail(db: Db, mail: NewMailRow): Promise<string> {
  const [id] = await insertMails(db, [mail]);
  if (id === undefined) throw new Error('The database returned no id for a mail.');
  return id;
}

export async function insertMails(db: Db, rows: NewMailRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await db
    .insert(mails)
    .values(
      rows.map(({ kind, accountId, recipient, parameters }) => ({ kind, accountId, recipient, parameters })),
    )
    .returning({ id: mails.id });
  return inserted.map(({ id }) => id);
}

/** @returns undefined when the mail was sent, refused or deleted */
export async function selectWaitingMail(db: Db, id: string): Promise<MailRow | undefined> {
  const [row] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isNull(mails.sentAt), isNull(mails.failedAt)));
  return row;
}

export async function isMailWaiting(db: Db, id: string): Promise<boolean> {
  return (await selectWaitingMail(db, id)) !== undefined;
}

/** The mails of a kind that wait to be sent to an account. Those that anybody may ask for have no account yet. */
export async function selectWaitingMailIds(
  db: Db,
  { accountId, kind }: { accountId: number; kind: string },
): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(eq(mails.accountId, accountId), eq(mails.kind, kind), isNull(mails.sentAt), isNull(mails.failedAt)),
    );
  return rows.map(({ id }) => id);
}

/** The newest mails of an account, sent or queued. */
export async function selectNewestMails(db: Db, accountId: number, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(eq(mails.accountId, accountId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit);
}

export async function updateMailSent(db: Db, id: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: sql`now()` })
    .where(eq(mails.id, id));
}

export async function updateMailFailed(db: Db, id: string, failure: string): Promise<void> {
  await db
    .update(mails)
    .set({ failedAt: sql`now()`, failure })
    .where(eq(mails.id, id));
}

/** Keeps why a mail was not sent yet. It is tried again. */
export async function updateMailDelayed(db: Db, id: string, failure: string): Promise<void> {
  await db.update(mails).set({ failure }).where(eq(mails.id, id));
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** Deletes mails that are older than OUTBOX_DAYS, sent or not. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.execute(sql`delete from mails where created_at < now() - make_interval(days => ${OUTBOX_DAYS})`);
}
