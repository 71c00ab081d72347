import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { GameConnection } from '#database/game-database.ts';
import { chooseItem, type Kinds, splitIntoStacks } from '#presets/shared/kinds.ts';
import { NotApplied } from '#receipts.ts';
import type { ItemTables } from './item-tables.ts';
import type { Mailbox, MailPart, Recipient } from './mailbox.ts';

export type MailPlan = { recipient: Recipient; mails: MailPart[][] };

export type MailPlanner = {
  mailbox: Mailbox;
  items: ItemTables;
  kinds: Kinds;
  unstackable: number[];
  maxStack: number;
  needsCharacter: boolean;
  /** Whether an item in a mail can end by itself. */
  canExpire: boolean;
  /** The game's account of an account of the portal, if the delivery doesn't name it. */
  findAccountId: (accountDBID: number) => Promise<number | undefined>;
};

/**
 * Who gets which stacks, in mails of as many as fit.
 *
 * @throws NotApplied that says what the player or the operator has to do
 */
export async function planMails(
  planner: MailPlanner,
  connection: GameConnection,
  delivery: Delivery,
): Promise<MailPlan> {
  const { itemId, quantity } = chooseItem(delivery, planner.kinds);
  const recipient = await findRecipient(planner, connection, delivery);
  const item = await planner.items.find(connection, itemId);
  if (item === 'unknown') {
    throw new NotApplied({
      is: 'rejected',
      problem: 'unknown_item',
      why: `The game has no item ${itemId}. Correct the item's id in the portal and send it again.`,
    });
  }
  if (delivery.availableUntil !== null && !planner.canExpire) {
    throw new NotApplied({
      is: 'rejected',
      why: `Items in this game's mails can't end by themselves, and this one ends at ${delivery.availableUntil}. Grant it without an end.`,
    });
  }
  const isSingle = item === 'single' || planner.unstackable.includes(itemId);
  const expiresAt =
    delivery.availableUntil === null ? null : Math.floor(Date.parse(delivery.availableUntil) / 1000);
  const largest = isSingle ? 1 : planner.maxStack;
  const { maxParts } = planner.mailbox;
  refuseWithoutRoom(planner.mailbox, recipient, Math.ceil(Math.ceil(quantity / largest) / maxParts));
  const parts = splitIntoStacks(quantity, largest).map((amount) => ({ itemId, amount, expiresAt }));
  return { recipient, mails: inMails(parts, maxParts) };
}

async function findRecipient(
  planner: MailPlanner,
  connection: GameConnection,
  { accountDBID, gameAccountId, characterId, characterName }: Delivery,
): Promise<Recipient> {
  const accountId = gameAccountId === null ? await planner.findAccountId(accountDBID) : Number(gameAccountId);
  if (accountId === undefined || !Number.isSafeInteger(accountId)) {
    throw new NotApplied({
      is: 'later',
      problem: 'no_game_account',
      why: 'The player has no game account yet: it is made or claimed on the profile.',
    });
  }
  if (characterId === null && planner.needsCharacter) {
    throw new NotApplied({ is: 'character_missing', why: 'No character was chosen, and mail goes to one.' });
  }
  const who = { accountId, characterId: characterId === null ? null : Number(characterId) };
  const recipient = await planner.mailbox.findRecipient(connection, who);
  if (recipient) return recipient;
  throw new NotApplied({
    is: 'character_missing',
    why: `The account has no character ${characterId}${characterName === null ? '' : ` (${characterName})`} any more: the player chooses another.`,
  });
}

function inMails(parts: MailPart[], maxParts: number): MailPart[][] {
  const mails: MailPart[][] = [];
  for (let at = 0; at < parts.length; at += maxParts) mails.push(parts.slice(at, at + maxParts));
  return mails;
}

function refuseWithoutRoom({ inboxLimit }: Mailbox, recipient: Recipient, needed: number): void {
  if (needed > inboxLimit) {
    throw new NotApplied({
      is: 'rejected',
      why: `It takes ${needed} mails, and an inbox shows ${inboxLimit}. Send a smaller quantity.`,
    });
  }
  if (recipient.inboxSize + needed <= inboxLimit) return;
  throw new NotApplied({
    is: 'later',
    problem: 'inbox_full',
    why: `The inbox of ${recipient.name} is full (${recipient.inboxSize} of ${inboxLimit} mails): the player deletes old ones.`,
  });
}
