import type { GameDatabase } from '#database/game-database.ts';
import type { Mailbox } from './mailbox.ts';
import {
  markReported,
  selectMailsToCheck,
  selectUnreported,
  type SentMail,
  type SentMailState,
  updateSentMails,
} from './sent-mails.ts';

const CHECKED_AT_ONCE = 500;
const REPORTED_AT_ONCE = 500;
/** The game deletes old mails by a timer, and its clock may differ. */
const SLACK_SECONDS = 3_600;
const KEPT_SECONDS = 86_400;

export type Collected = { idempotencyKey: string; collectedAt: Date };

/**
 * Finds out which mails players emptied. A delivery is collected when all of its mails are. The next call means that the
 * answers of the last one were taken; after a restart those that may not have been are answered again.
 */
export function createCollections(database: GameDatabase, mailbox: Mailbox): () => Promise<Collected[]> {
  let answered: string[] = [];
  return async () => {
    await markReported(database, answered);
    answered = [];
    await checkMails(database, mailbox);
    const unreported = await selectUnreported(database, REPORTED_AT_ONCE);
    answered = unreported.map(({ key }) => key);
    return unreported.map(({ key, collectedAt }) => ({
      idempotencyKey: key,
      collectedAt: new Date(collectedAt * 1000),
    }));
  };
}

async function checkMails(database: GameDatabase, mailbox: Mailbox): Promise<void> {
  const mails = await selectMailsToCheck(database, CHECKED_AT_ONCE);
  if (mails.length === 0) return;
  const [clock] = await database.query<{ now: number }>('select unix_timestamp() as now');
  const left = await mailbox.countParts(
    database,
    mails.map(({ mailId }) => mailId),
  );
  const idsByState = new Map<SentMailState, number[]>();
  for (const mail of mails) {
    const state = judge(mail, left.get(mail.mailId), clock?.now ?? 0);
    idsByState.set(state, [...(idsByState.get(state) ?? []), mail.mailId]);
  }
  for (const [state, ids] of idsByState) await updateSentMails(database, ids, state);
}

/** A player who deleted a mail is done with it. After its time the game deletes it with its items. */
function judge({ collectBy }: SentMail, partsLeft: number | undefined, now: number): SentMailState {
  if (partsLeft === 0) return 'collected';
  // Hercules keeps what nobody collected, and shows it no more.
  if (partsLeft !== undefined) return isOver(collectBy, now - KEPT_SECONDS) ? 'gone' : 'waiting';
  return isOver(collectBy, now + SLACK_SECONDS) ? 'gone' : 'collected';
}

function isOver(collectBy: number | null, now: number): boolean {
  return collectBy !== null && now > collectBy;
}
