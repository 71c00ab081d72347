import type { Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import * as z from 'zod/mini';
import { DELIVERY_KINDS } from '#loop/readable-delivery.ts';
import { NotApplied } from '#receipts.ts';

const MAPPED = DELIVERY_KINDS.filter((kind) => kind !== 'item');
const KIND = new RegExp(`^(${MAPPED.join('|')})(:\\d+)?$`);

/** A kind of delivery that is no item, such as `club_days`, or one of them by its id, such as `benefit:17`. */
export const kindName = z
  .string()
  .check(z.regex(KIND, `This is one of ${MAPPED.join(', ')}, or one by its id, such as benefit:17.`));

/** Which item stands for what is no item of the game, by kind (`club_days`) or kind and id (`benefit:17`). */
export const kindsSchema = z._default(
  z.record(
    kindName,
    z.strictObject({
      itemId: z.int().check(z.minimum(1)),
      /** How many of the item for each one of the kind. */
      quantity: z._default(z.int().check(z.minimum(1), z.maximum(30_000)), 1),
    }),
  ),
  {},
);

/** Items of which only one fits in a slot: the game may destroy a stack of them. */
export const unstackableSchema = z._default(z.array(z.int().check(z.minimum(1))), []);

export type Kinds = z.infer<typeof kindsSchema>;

type Chosen = { itemId: number; quantity: number };

/** @throws NotApplied that says how to map a kind that the game doesn't know */
export function chooseItem(delivery: Delivery, kinds: Kinds): Chosen {
  const chosen = findItemOf(delivery, kinds);
  if (chosen) return chosen;
  const { kind } = delivery;
  throw new NotApplied({
    is: 'rejected',
    why:
      `This game has no '${nameOf(delivery)}'. Map it to an item in the bridge's configuration, such as ` +
      `"kinds: { ${kind}: { itemId: 501 } }", restart the bridge and send it again.`,
  });
}

/** The game's item of a delivery or receipt; undefined for a kind that isn't mapped. */
export function findItemOf(receipt: Omit<Receipt, 'accountDBID'>, kinds: Kinds): Chosen | undefined {
  const { kind, itemId, quantity } = receipt;
  if (kind === 'item' && itemId !== null) return { itemId, quantity };
  const mapped = kinds[nameOf(receipt)] ?? kinds[kind];
  return mapped && { itemId: mapped.itemId, quantity: quantity * mapped.quantity };
}

function nameOf({ kind, itemId }: Pick<Receipt, 'kind' | 'itemId'>): string {
  return itemId === null ? kind : `${kind}:${itemId}`;
}

/** Splits a quantity into stacks of at most `largest`. */
export function splitIntoStacks(quantity: number, largest: number): number[] {
  const stacks: number[] = [];
  for (let left = quantity; left > 0; left -= largest) stacks.push(Math.min(left, largest));
  return stacks;
}
