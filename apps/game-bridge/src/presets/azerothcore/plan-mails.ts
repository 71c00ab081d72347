import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { findMappedAccount } from '#game-accounts.ts';
import { chooseItem, type Kinds } from '#presets/shared/kinds.ts';
import { findCharacter, type PlannedMail } from './mails.queries.ts';
import { type ItemTemplate, mailSubject, splitIntoMails } from './send-items.rules.ts';

export type PlanContext = {
  database: GameDatabase;
  accountDatabase: GameDatabase;
  /** Undefined while the game's own table of items can't be read. */
  findItem: ((itemId: number) => Promise<ItemTemplate | undefined>) | undefined;
  kinds: Kinds;
  subject: string;
};

const MAX_NUMBER = 2_147_483_647;

/**
 * Checks a grant against the game before anything is written, and splits it into mails.
 *
 * @throws NotApplied for a kind that is mapped to no item
 */
export async function planMails(
  context: PlanContext,
  delivery: Delivery,
): Promise<PlannedMail[] | Exclude<Applied, { is: 'applied' | 'duplicate' }>> {
  const item = chooseItem(delivery, context.kinds);
  if (item.itemId < 1 || Math.max(item.itemId, item.quantity) > MAX_NUMBER) {
    return { is: 'rejected', why: `${item.quantity} × item ${item.itemId} can't be sent.` };
  }
  const character = await findReceiver(context, delivery);
  if (typeof character !== 'number') return character;
  const template = await context.findItem?.(item.itemId);
  if (context.findItem && !template) {
    return {
      is: 'rejected',
      why: `The game has no item ${item.itemId}. Correct the item's id for this server, then send the delivery again.`,
      problem: 'unknown_item',
    };
  }
  if (template && template.maxCount > 0 && item.quantity > template.maxCount) {
    return {
      is: 'rejected',
      why: `A character may own ${template.maxCount} of item ${item.itemId}, and this delivery is of ${item.quantity}.`,
    };
  }
  const quantities = splitIntoMails(item.quantity, template);
  if (!quantities) {
    return { is: 'rejected', why: `${item.quantity} × item ${item.itemId} would be more than 20 mails.` };
  }
  const { idempotencyKey } = delivery;
  return quantities.map((quantity, part) => ({
    idempotencyKey,
    part,
    state: 'planned',
    round: 0,
    receiver: character,
    subject: mailSubject(context.subject, idempotencyKey, part),
    itemId: item.itemId,
    quantity,
    expiresAt: null,
  }));
}

/** The character must exist, and still belong to the account it is delivered for. */
export async function findReceiver(
  { database, accountDatabase }: PlanContext,
  delivery: Delivery,
): Promise<number | { is: 'character_missing'; why: string; problem: 'character_missing' }> {
  const problem = 'character_missing';
  if (!/^[1-9]\d{0,9}$/.test(delivery.characterId ?? '')) {
    return { is: 'character_missing', why: 'No character of this server was chosen.', problem };
  }
  const guid = Number(delivery.characterId);
  const character = await findCharacter(database, guid);
  if (!character) {
    const name = delivery.characterName ?? 'chosen';
    return { is: 'character_missing', why: `The character ${name} (${guid}) is gone.`, problem };
  }
  const owner = await findMappedAccount(accountDatabase, delivery.accountDBID);
  if (owner && owner.gameAccountId !== String(character.accountId)) {
    const why = `The character ${character.name} (${guid}) now belongs to another account.`;
    return { is: 'character_missing', why, problem };
  }
  return guid;
}
