import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { GameConnection } from '#database/game-database.ts';
import { withGameLock } from '#presets/shared/game-lock.ts';
import { selectEngines } from '#presets/shared/table-check.ts';
import {
  applyOnce,
  compareWithReceipt,
  findReceipt,
  type Granted,
  insertReceipt,
  moveReceipt,
  receiptOf,
} from '#receipts.ts';
import { finishHalfDone } from './half-done.ts';
import type { MailDeliveries } from './mail-deliveries.ts';
import { type MailPlan, planMails } from './plan-mails.ts';
import { revokeMails } from './revocations.ts';
import { insertSentMails, selectSentMails } from './sent-mails.ts';

/** Whether the engines of the mail tables let a delivery be one transaction. */
export async function areTransactional(database: GameConnection, tables: string[]): Promise<boolean> {
  const engines = await selectEngines(database);
  return tables.every((table) => engines.get(table) === 'InnoDB');
}

/** Applies a delivery once: in one transaction where the tables have them, else by mails that are hidden until recorded. */
export async function deliverMails(
  game: MailDeliveries,
  delivery: Delivery,
  isTransactional: boolean,
): Promise<Applied> {
  if (delivery.effect === 'revoke') return revokeMails(game, delivery);
  const answer = await (isTransactional ? grantAtOnce(game, delivery) : grantHidden(game, delivery));
  return answer.is === 'duplicate' ? withCollectBy(game, delivery, answer) : answer;
}

/** The first answer may have been lost with the time until which its mails can be collected. */
async function withCollectBy(
  { database }: MailDeliveries,
  { idempotencyKey }: Delivery,
  answer: Applied & { is: 'applied' | 'duplicate' },
): Promise<Applied> {
  const mails = await selectSentMails(database, idempotencyKey);
  const times = mails.flatMap(({ state, collectBy }) =>
    state === 'waiting' && collectBy !== null ? [collectBy] : [],
  );
  return times.length === 0 ? answer : { ...answer, collectBy: new Date(Math.min(...times) * 1000) };
}

async function grantAtOnce(game: MailDeliveries, delivery: Delivery): Promise<Applied> {
  return applyOnce(game.database, delivery, {
    grant: async (connection) => {
      const plan = await planMails(game.planner, connection, delivery);
      return writeMails({ ...game, connection, delivery, plan, isHidden: false });
    },
    revoke: async () => {
      throw new Error('Revocations have steps of their own.');
    },
  });
}

/** 1. receipt 'begun', 2. hidden mails, 3. receipt 'written' with their ids, 4. show them, 5. receipt 'given'. */
async function grantHidden(game: MailDeliveries, delivery: Delivery): Promise<Applied> {
  const { database, mailbox, planner, onStep } = game;
  const key = delivery.idempotencyKey;
  return withGameLock(database, async (connection) => {
    const before = await findReceipt(connection, key);
    // A grant that an earlier run of this bridge left half-done is undone or finished first.
    if (before) await finishHalfDone(game, connection, before);
    const stored = before && (await findReceipt(connection, key));
    if (stored) return compareWithReceipt(stored, delivery);

    const plan = await planMails(planner, connection, delivery);
    const isNew = await insertReceipt(connection, database.dialect, { ...delivery, state: 'begun' });
    if (!isNew) throw new Error(`The receipt of ${key} appeared under the lock.`);
    onStep('grant begun');
    const { collectBy, ids } = await writeMails({ ...game, connection, delivery, plan, isHidden: true });
    await moveReceipt(connection, key, { from: 'begun', to: 'written' });
    onStep('grant written');
    await mailbox.publish(connection, ids);
    onStep('grant published');
    await moveReceipt(connection, key, { from: 'written', to: 'given' });
    onStep('grant given');
    return { is: 'applied', receipt: receiptOf(delivery), ...(collectBy ? { collectBy } : {}) };
  });
}

type Writing = MailDeliveries & {
  connection: GameConnection;
  delivery: Delivery;
  plan: MailPlan;
  isHidden: boolean;
};

async function writeMails({
  mailbox,
  connection,
  delivery,
  plan,
  isHidden,
  onStep,
}: Writing): Promise<Granted & { ids: number[] }> {
  const key = delivery.idempotencyKey;
  const { recipient } = plan;
  const collectBy = mailbox.keepSeconds === null ? null : recipient.now + mailbox.keepSeconds;
  const ids: number[] = [];
  for (const parts of plan.mails) {
    const mailId = await mailbox.write(connection, { recipient, key, parts, isHidden });
    if (isHidden) onStep(`grant mail ${ids.length + 1} hidden`);
    await insertSentMails(connection, [{ mailId, key, parts: parts.length, collectBy }]);
    ids.push(mailId);
  }
  return { ids, ...(collectBy === null ? {} : { collectBy: new Date(collectBy * 1000) }) };
}
