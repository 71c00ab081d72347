import type { GameConnection } from '#database/game-database.ts';
import { withGameLock } from '#presets/shared/game-lock.ts';
import { deleteReceipt, findReceipt, moveReceipt, selectReceipts, type StoredReceipt } from '#receipts.ts';
import { idList } from './mailbox.ts';
import type { MailDeliveries } from './mail-deliveries.ts';
import { selectSentMails, updateSentMails } from './sent-mails.ts';

/** Finishes or undoes what a run of the bridge left half-done. */
export async function recoverMails(game: MailDeliveries): Promise<void> {
  await withGameLock(game.database, async (connection) => {
    for (const state of ['begun', 'written'] as const) {
      for (const receipt of await selectReceipts(connection, state)) {
        await finishHalfDone(game, connection, receipt);
      }
    }
  });
}

/** Does nothing with a receipt that isn't half-done. The caller holds the game's lock. */
export async function finishHalfDone(
  game: MailDeliveries,
  connection: GameConnection,
  receipt: StoredReceipt,
): Promise<void> {
  const key = receipt.idempotencyKey;
  const current = await findReceipt(connection, key);
  if (current?.state === 'begun') {
    // Only a revocation's receipt names another one.
    if (current.reference === null) await undoGrant(game, connection, key);
    else await undoRevocation(game, connection, key, current.reference);
    return;
  }
  if (current?.state !== 'written') return;
  if (current.reference === null) await finishGrant(game, connection, key);
  else await finishRevocation(game, connection, key, current.reference);
}

/** Nobody has seen its mails: they are deleted, and the grant starts over when the portal sends it again. */
async function undoGrant(
  { mailbox, onStep }: MailDeliveries,
  connection: GameConnection,
  key: string,
): Promise<void> {
  const ids = await mailbox.findHidden(connection, key);
  await mailbox.remove(connection, ids);
  onStep('undone mails removed');
  await connection.execute(
    `delete from waygate_mails where idempotency_key = :key or mail_id in (${idList(ids)})`,
    { key },
  );
  await deleteReceipt(connection, key, 'begun');
}

/** Its mails are complete: they are shown, unless they are already. */
async function finishGrant(
  { mailbox, onStep }: MailDeliveries,
  connection: GameConnection,
  key: string,
): Promise<void> {
  const mails = await selectSentMails(connection, key);
  await mailbox.publish(
    connection,
    mails.map(({ mailId }) => mailId),
  );
  onStep('finished mails published');
  await moveReceipt(connection, key, { from: 'written', to: 'given' });
}

/** Decided and recorded: what is left is deleted. Can be repeated. */
export async function finishRevocation(
  { database, mailbox, onStep }: MailDeliveries,
  connection: GameConnection,
  key: string,
  grantKey: string,
): Promise<void> {
  const ids = (await selectSentMails(connection, grantKey)).map(({ mailId }) => mailId);
  await mailbox.remove(connection, ids);
  onStep('revocation removed');
  await database.transaction(async (transaction) => {
    await updateSentMails(transaction, ids, 'removed');
    await moveReceipt(transaction, grantKey, { from: 'given', to: 'taken_back' });
    await moveReceipt(transaction, key, { from: 'written', to: 'done' });
  });
  onStep('revocation done');
}

/** Not decided: the mails are shown again, and the revocation starts over when the portal sends it again. */
export async function undoRevocation(
  { mailbox, onStep }: MailDeliveries,
  connection: GameConnection,
  key: string,
  grantKey: string,
): Promise<void> {
  const mails = await selectSentMails(connection, grantKey);
  const collectBy = mails[0]?.collectBy ?? null;
  await mailbox.show(
    connection,
    mails.map(({ mailId }) => mailId),
    collectBy,
  );
  onStep('revocation shown again');
  await deleteReceipt(connection, key, 'begun');
}
