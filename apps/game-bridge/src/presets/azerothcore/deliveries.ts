import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import {
  compareWithReceipt,
  deleteReceipt,
  findReceipt,
  insertReceipt,
  isOf,
  mismatch,
  moveReceipt,
  NotApplied,
  presentReceipt,
  receiptOf,
} from '#receipts.ts';
import type { Mailer, Sent } from './mailer.ts';
import {
  deleteMails,
  insertMail,
  moveMail,
  type PlannedMail,
  selectBegunMails,
  selectMails,
} from './mails.queries.ts';
import { findReceiver, type PlanContext, planMails } from './plan-mails.ts';

export type DeliveryContext = PlanContext & { database: GameDatabase; mailer: Mailer };

type Unsent = Extract<Sent, { is: 'unsent' }>;

/**
 * Applies a grant at most once. What it intends is committed before the worldserver is called; afterwards only a mail in
 * the game's own table proves that it was applied.
 */
export async function applyGrant(context: DeliveryContext, delivery: Delivery): Promise<Applied> {
  const { database } = context;
  const known = await findReceipt(database, delivery.idempotencyKey);
  if (!known) {
    const mails = await planMails(context, delivery);
    if (!Array.isArray(mails)) return mails;
    if (!(await recordPlan(database, delivery, mails))) return applyGrant(context, delivery);
    return sendRest(context, delivery);
  }
  const comparison = compareWithReceipt(known, delivery);
  if (comparison.is !== 'duplicate') return comparison;
  if (known.state === 'begun') return sendRest(context, delivery);
  return { ...comparison, ...collectBy(await selectMails(database, delivery.idempotencyKey)) };
}

async function recordPlan(
  database: GameDatabase,
  delivery: Delivery,
  mails: PlannedMail[],
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const isNew = await insertReceipt(connection, database.dialect, { ...delivery, state: 'begun' });
    if (isNew) for (const mail of mails) await insertMail(connection, mail);
    return isNew;
  });
}

/** Sends what was never sent, and looks for what may have been. */
async function sendRest(context: DeliveryContext, delivery: Delivery): Promise<Applied> {
  const { database } = context;
  const mails = await selectMails(database, delivery.idempotencyKey);
  for (const [index, mail] of mails.entries()) {
    if (mail.state === 'sent') continue;
    const sent = await sendOrFind(context, delivery, mail);
    if (sent.is === 'sent') continue;
    const progress = index === 0 ? '' : `${index} of ${mails.length} mails arrived. `;
    if (sent.is === 'unknown') return { is: 'unknown', why: progress + sent.why };
    await forgetUnsent(database, delivery.idempotencyKey);
    return answerUnsent(sent, { progress, isPartial: index > 0 });
  }
  await moveReceipt(database, delivery.idempotencyKey, { from: 'begun', to: 'given' });
  const arrived = await selectMails(database, delivery.idempotencyKey);
  return { is: 'applied', receipt: receiptOf(delivery), ...collectBy(arrived) };
}

async function sendOrFind(context: DeliveryContext, delivery: Delivery, mail: PlannedMail): Promise<Sent> {
  const round = delivery.sendAgain ?? 0;
  if (mail.state !== 'planned') {
    // One that was begun a moment ago may still be committed.
    const since = mail.state === 'begun' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (await context.mailer.isFound(mail, { since })) return { is: 'sent' };
    if (round <= mail.round) return context.mailer.doubt(mail);
  }
  const receiver = await findReceiver(context, delivery);
  if (typeof receiver === 'number') return context.mailer.send(mail, { round, receiver });
  return { is: 'unsent', why: receiver.why, refusal: { is: 'no_character', problem: 'character_missing' } };
}

/** If nothing of the delivery was ever sent, it may begin again: for another character, for example. */
async function forgetUnsent(database: GameDatabase, key: string): Promise<void> {
  await database.transaction(async (connection) => {
    const mails = await selectMails(connection, key, 'for update');
    if (mails.some(({ state }) => state !== 'planned')) return;
    await deleteMails(connection, key);
    await deleteReceipt(connection, key, 'begun');
  });
}

function answerUnsent(
  { why, refusal }: Unsent,
  { progress, isPartial }: { progress: string; isPartial: boolean },
): Applied {
  if (refusal === 'unreachable') return { is: 'later', why: progress + why, problem: 'game_unreachable' };
  const problem = refusal.problem ? { problem: refusal.problem } : {};
  if (refusal.is === 'no_character') return { is: 'character_missing', why: progress + why, ...problem };
  // Rejected would mean that nothing arrived.
  const isFinal = refusal.is === 'rejected' && !isPartial;
  return { is: isFinal ? 'rejected' : 'later', why: progress + why, ...problem };
}

function collectBy(mails: PlannedMail[]): { collectBy?: Date } {
  const ends = mails.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  return ends.length === 0 ? {} : { collectBy: new Date(Math.min(...ends) * 1000) };
}

/**
 * Takes back what was never sent. A mail of the running game can't be taken back: it holds mails and items in memory.
 *
 * @throws NotApplied if it was sent, or may have been
 */
export async function applyRevocation({ database }: DeliveryContext, delivery: Delivery): Promise<Applied> {
  return database.transaction((connection) => revoke(connection, database.dialect, delivery));
}

async function revoke(
  connection: GameConnection,
  dialect: GameDatabase['dialect'],
  delivery: Delivery,
): Promise<Applied> {
  const isNew = await insertReceipt(connection, dialect, { ...delivery, state: 'done' });
  if (!isNew) {
    const known = await findReceipt(connection, delivery.idempotencyKey, 'for update');
    if (known) return compareWithReceipt(known, delivery);
  }
  const grantKey = delivery.revokesKey ?? '';
  const barred = { ...delivery, idempotencyKey: grantKey, state: 'barred' as const };
  // The revocation overtook its grant, which then finds this receipt and sends nothing.
  if (await insertReceipt(connection, dialect, barred)) {
    return { is: 'applied', receipt: receiptOf(delivery), isBarred: true };
  }
  const granted = await findReceipt(connection, grantKey, 'for update');
  if (!granted) throw new Error(`The receipt of ${grantKey} is gone.`);
  const refused = mismatch(granted);
  // Thrown, so that the receipt of the revocation is rolled back.
  if (refused.is === 'rejected' && (granted.state === 'done' || !isOf(granted, delivery))) {
    throw new NotApplied(refused);
  }
  if (granted.state === 'barred') return { is: 'duplicate', receipt: presentReceipt(granted) };
  const mails = await selectMails(connection, grantKey, 'for update');
  if (mails.some(({ state }) => state !== 'planned') || granted.state !== 'begun') {
    throw new NotApplied({ is: 'rejected', why: cannotTakeBack(granted.characterId, mails) });
  }
  await deleteMails(connection, grantKey);
  await moveReceipt(connection, grantKey, { from: 'begun', to: 'barred' });
  return { is: 'applied', receipt: receiptOf(delivery), isBarred: true };
}

function cannotTakeBack(characterId: string | null, mails: PlannedMail[]): string {
  const subjects = mails.map(({ subject }) => `'${subject}'`).join(', ');
  return (
    `AzerothCore can't take back a mail. In the game, remove the items of ${subjects} from character ` +
    `${mails[0]?.receiver ?? characterId ?? 'unknown'} by hand; then mark this as done.`
  );
}

/** Finds out what became of mails whose command was begun by a process that is dead. None is sent again. */
export async function recoverMails({ database, mailer }: DeliveryContext): Promise<void> {
  const startedAt = performance.now();
  for (const mail of await selectBegunMails(database)) {
    // The game commits all of them in the same time.
    if (await mailer.isFound(mail, { since: startedAt })) continue;
    await moveMail(database, mail, { from: 'begun', to: 'doubtful' });
  }
}
