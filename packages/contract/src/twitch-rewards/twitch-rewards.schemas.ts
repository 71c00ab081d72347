import * as z from 'zod/mini';
import { serverItemSchema, serverItemsInput } from '../products/products.schemas.ts';
import { line, timestamp, words } from '../text.ts';

export const rewardTypeSchema = z.enum(['viewer', 'streamer']);

export const twitchRewardSchema = z.object({
  rewardId: z.int(),
  season: z.int(),
  type: rewardTypeSchema,
  title: z.string(),
  description: z.string(),
  requiredMinutes: z.int(),
  /** The item's id on the first game server; null: not claimed there. */
  itemId: z.nullable(z.int()),
  /** Its ids on the other servers. */
  serverItems: z.array(serverItemSchema),
  itemQuantity: z.int(),
  imageUrl: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Whether somebody has claimed it: its season, type and minutes can't change any more. */
  hasClaims: z.boolean(),
  revision: z.int(),
});

export const listedRewardSchema = z.extend(twitchRewardSchema, {
  /** What its item is called on the first game server that has it: by the catalogue, or else the reward's title. */
  itemName: z.string(),
});

export const twitchRewardListSchema = z.object({ rewards: z.array(listedRewardSchema) });

/** A whole number; forms send it as text. */
function number({ min, max, message }: { min: number; max: number; message: string }) {
  const digits = z.pipe(
    z.string(message).check(z.regex(/^\d{1,10}$/, message)),
    z.transform((text: string) => Number(text)),
  );
  return z.pipe(
    z.union([z.int(message), digits], message),
    z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
  );
}

const ITEM_MESSAGE = "Please give the game's id of the item.";
const itemNumber = number({ min: 1, max: 2_147_483_647, message: ITEM_MESSAGE });

/** Undefined, which no list is, for text that is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const rewardText = z.object({
  season: number({ min: 1, max: 2_147_483_647, message: 'Please give the number of the season.' }),
  type: z._default(rewardTypeSchema, 'viewer'),
  title: words({ max: 100, message: 'Please give a title of at most 100 characters.' }),
  description: z._default(line({ max: 500, message: 'A description has at most 500 characters.' }), ''),
  requiredMinutes: number({ min: 1, max: 1_000_000, message: 'Please give the minutes that are required.' }),
  /** '' or null: not claimed on the first game server. */
  itemId: z._default(
    z.nullable(
      z.union(
        [
          z.pipe(
            z.literal(''),
            z.transform(() => null),
          ),
          itemNumber,
        ],
        ITEM_MESSAGE,
      ),
    ),
    null,
  ),
  /** Forms send it as JSON. */
  serverItems: z._default(
    z.union(
      [serverItemsInput, z.pipe(z.string(), z.pipe(z.transform(jsonIn), serverItemsInput))],
      'An item id is a whole number from 1 to 2 147 483 647, one for each game server.',
    ),
    [],
  ),
  itemQuantity: z._default(
    number({ min: 1, max: 1_000_000, message: 'Please give how many of the item are given.' }),
    1,
  ),
  /** For a new reward: the one whose picture it gets, unless a picture is sent or removed. */
  copyOf: z.optional(
    number({ min: 1, max: 2_147_483_647, message: 'Please give the number of the reward to copy.' }),
  ),
  /** Whether the picture goes without a new one. */
  removeImage: z.optional(
    z.union(
      [
        z.boolean(),
        z.pipe(
          z.enum(['true', 'false']),
          z.transform((text) => text === 'true'),
        ),
      ],
      'This must be true or false.',
    ),
  ),
  revision: z.optional(
    number({ min: 1, max: 2_147_483_647, message: 'A revision is a whole number from 1 to 2 147 483 647.' }),
  ),
});

export const twitchRewardTextSchema = rewardText.check(
  z.refine(({ itemId, serverItems }) => itemId !== null || serverItems.length > 0, {
    path: ['itemId'],
    error: ITEM_MESSAGE,
  }),
);

/** Whether a search of staff finds the reward. */
export function isRewardFound(
  { title, description }: Pick<TwitchReward, 'title' | 'description'>,
  search: string,
): boolean {
  return `${title} ${description}`.toLowerCase().includes(search.trim().toLowerCase());
}

export type RewardType = z.infer<typeof rewardTypeSchema>;
export type TwitchReward = z.infer<typeof twitchRewardSchema>;
export type ListedReward = z.infer<typeof listedRewardSchema>;
export type TwitchRewardInput = z.infer<typeof twitchRewardTextSchema>;
