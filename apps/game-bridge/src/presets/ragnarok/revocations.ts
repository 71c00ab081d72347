import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { GameConnection } from '#database/game-database.ts';
import { withGameLock } from '#presets/shared/game-lock.ts';
import {
  compareWithReceipt,
  findReceipt,
  insertReceipt,
  isOf,
  mismatch,
  moveReceipt,
  NotApplied,
  presentReceipt,
  receiptOf,
  type StoredReceipt,
} from '#receipts.ts';
import { finishHalfDone, finishRevocation, undoRevocation } from './half-done.ts';
import type { MailDeliveries } from './mail-deliveries.ts';
import { selectSentMails, type SentMail } from './sent-mails.ts';

const COLLECTED =
  'The player already took it out of the mailbox, or deleted the mail. What is in the game stays there: take it back by hand, if it must be.';

/**
 * Takes mails back that nobody opened, all of a delivery or none. In steps, whatever the engine: the game itself reads and
 * deletes without a lock, so a mail must be hidden before its items can be counted.
 */
export async function revokeMails(game: MailDeliveries, delivery: Delivery): Promise<Applied> {
  const grantKey = delivery.revokesKey;
  if (grantKey === null) return { is: 'rejected', why: 'The revocation names no grant.' };
  return withGameLock(game.database, async (connection) => {
    const own = await readFinished(game, connection, delivery.idempotencyKey);
    if (own) return compareWithReceipt(own, delivery);
    const grant = await readFinished(game, connection, grantKey);
    if (!grant) return bar(game, delivery, grantKey);
    if (grant.state === 'done' || !isOf(grant, delivery)) return mismatch(grant);
    if (grant.state !== 'given') {
      await insertReceipt(connection, game.database.dialect, { ...delivery, state: 'done' });
      return { is: 'duplicate', receipt: presentReceipt(grant) };
    }
    return takeBack(game, connection, { delivery, grant });
  });
}

/** A receipt, after what was left half-done under its key is finished or undone. */
async function readFinished(
  game: MailDeliveries,
  connection: GameConnection,
  key: string,
): Promise<StoredReceipt | undefined> {
  const receipt = await findReceipt(connection, key);
  if (!receipt) return undefined;
  await finishHalfDone(game, connection, receipt);
  return findReceipt(connection, key);
}

/** The revocation came before its grant, which is never applied. */
async function bar({ database }: MailDeliveries, delivery: Delivery, grantKey: string): Promise<Applied> {
  return database.transaction(async (connection) => {
    const barred = { ...delivery, idempotencyKey: grantKey, state: 'barred' } as const;
    if (!(await insertReceipt(connection, database.dialect, barred))) {
      throw new NotApplied({ is: 'later', why: 'Its grant is being applied right now.' });
    }
    await insertReceipt(connection, database.dialect, { ...delivery, state: 'done' });
    return { is: 'applied', receipt: receiptOf(delivery), isBarred: true };
  });
}

/** 1. receipt 'begun', 2. hide, 3. count what is left, 4. receipt 'written', 5. delete, 6. both receipts. */
async function takeBack(
  game: MailDeliveries,
  connection: GameConnection,
  { delivery, grant }: { delivery: Delivery; grant: StoredReceipt },
): Promise<Applied> {
  const { database, mailbox, onStep } = game;
  const key = delivery.idempotencyKey;
  const mails = await selectSentMails(connection, grant.idempotencyKey);
  const ids = mails.map(({ mailId }) => mailId);
  const own = await mailbox.findOwn(connection, ids, grant.idempotencyKey);
  if (own.length < ids.length) return { is: 'rejected', why: COLLECTED };
  await insertReceipt(connection, database.dialect, {
    ...delivery,
    state: 'begun',
    reference: grant.idempotencyKey,
  });
  onStep('revocation begun');
  await mailbox.hide(connection, ids);
  onStep('revocation hidden');
  if (mailbox.settleMs > 0) await sleep(mailbox.settleMs);
  if (!isUntouched(mails, await mailbox.countParts(connection, ids))) {
    await undoRevocation(game, connection, key, grant.idempotencyKey);
    return { is: 'rejected', why: COLLECTED };
  }
  await moveReceipt(connection, key, { from: 'begun', to: 'written' });
  onStep('revocation written');
  await finishRevocation(game, connection, key, grant.idempotencyKey);
  return { is: 'applied', receipt: presentReceipt(grant) };
}

function isUntouched(mails: SentMail[], left: Map<number, number>): boolean {
  return mails.every(({ mailId, parts }) => left.get(mailId) === parts);
}
