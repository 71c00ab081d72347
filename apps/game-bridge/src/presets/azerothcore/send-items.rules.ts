import { createHash } from 'node:crypto';
import type { DeliveryProblem } from '@waygate/contract/deliveries/deliveries.schemas';

/** What the game's own table says of an item. `maxCount` is 0 where a character may own any number. */
export type ItemTemplate = { stackSize: number; maxCount: number };

/** The game's limit of one mail. */
const MAX_STACKS = 12;
/** More would fill a mailbox for good, and is a typing error. */
const MAX_MAILS = 20;
const ANY_STACK = 2_147_483_647;

/**
 * How many pieces go into each mail, since a mail takes at most twelve stacks; undefined if it were too many mails.
 * Without a template each piece counts as a stack.
 */
export function splitIntoMails(quantity: number, template: ItemTemplate | undefined): number[] | undefined {
  const stackSize = template?.stackSize ?? 1;
  const perMail = Math.min(ANY_STACK, (stackSize > 0 ? stackSize : ANY_STACK) * MAX_STACKS);
  const count = Math.ceil(quantity / perMail);
  if (count > MAX_MAILS) return undefined;
  return Array.from({ length: count }, (_, part) => Math.min(perMail, quantity - part * perMail));
}

/** Sixteen digits of the key's hash: enough that two deliveries never share them, and nobody can guess the key. */
function keyMark(idempotencyKey: string): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 16);
}

/** The subject identifies the mail in the game's table. Each mail of a delivery has another one. */
export function mailSubject(prefix: string, idempotencyKey: string, part: number): string {
  const suffix = part === 0 ? '' : `/${part + 1}`;
  return `${prefix} #${keyMark(idempotencyKey)}${suffix}`;
}

/** What may stand in a quoted text of a command: nothing that ends it, escapes, or makes a link in the client. */
export const MAIL_TEXT = /^[^"'\\|\p{C}]*$/u;

/**
 * The command for one mail. The character is named by its number, which outlives a rename and can't contain a command;
 * the texts are the operator's, checked when the configuration is read.
 */
export function sendItemsCommand(mail: {
  characterGuid: number;
  subject: string;
  text: string;
  itemId: number;
  quantity: number;
}): string {
  const { characterGuid, subject, text, itemId, quantity } = mail;
  for (const number of [characterGuid, itemId, quantity]) {
    if (!Number.isSafeInteger(number) || number < 1) throw new RangeError('A command needs whole numbers.');
  }
  if (!MAIL_TEXT.test(subject) || !MAIL_TEXT.test(text)) {
    throw new RangeError('A text of the mail would end its quotes.');
  }
  return `.send items ${characterGuid} "${subject}" "${text}" ${itemId}:${quantity}`;
}

/** A refusal that the command makes before it creates anything. */
export type Refusal = { is: 'no_character' | 'rejected' | 'setup'; problem?: DeliveryProblem };

/**
 * Reads a fault. Undefined for a text that isn't known: a translated server or a module may print it, perhaps after the
 * items were created.
 */
export function readRefusal(text: string): Refusal | undefined {
  if (/^invalid item id|not found in database/i.test(text))
    return { is: 'rejected', problem: 'unknown_item' };
  if (/^invalid item count|item stacks/i.test(text)) return { is: 'rejected' };
  if (/(character|player|guid).*(not exist|not found)|not a valid character name/i.test(text)) {
    return { is: 'no_character', problem: 'character_missing' };
  }
  if (/no such (sub)?command|incorrect syntax|command can not be empty/i.test(text)) {
    return { is: 'setup', problem: 'game_setup' };
  }
  return undefined;
}
