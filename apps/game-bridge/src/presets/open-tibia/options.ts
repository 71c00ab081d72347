import * as z from 'zod/mini';
import { kindName } from '#presets/shared/kinds.ts';
import { gameAddressSchema } from '#presets/shared/port-probe.ts';

const amount = z.int().check(z.minimum(1), z.maximum(1_000_000));
const EFFECT_MESSAGE = 'Name what one piece is: coins, or premiumDays.';

/** What one piece of an item or of a kind is in the game. */
const effectOf = <Shape extends z.core.$ZodLooseShape>(coins: Shape) =>
  z
    .strictObject({ ...coins, premiumDays: z.optional(amount) })
    .check(z.refine((effect) => Object.values(effect).some((value) => value !== undefined), EFFECT_MESSAGE));

const shapeOf = <Schema extends z.ZodMiniType>(effect: Schema) => ({
  /** By the item's id in the portal. */
  items: z._default(z.record(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'This is an item id.')), effect), {}),
  /** By kind, such as club_days or benefit:17. */
  kinds: z._default(z.record(kindName, effect), {}),
  /** The player in whose name the portal bans: `account_bans.banned_by` must be one. */
  banPlayerId: z.optional(z.int().check(z.minimum(1))),
  /** Where players sign in, such as 127.0.0.1:7171. */
  gameAddress: gameAddressSchema,
  capacity: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
  /** Names of vocations of the server's own, by their number. */
  vocations: z._default(
    z.record(z.string().check(z.regex(/^\d{1,5}$/)), z.string().check(z.minLength(1), z.maxLength(40))),
    {},
  ),
});

export const tfsOptionsSchema = z.strictObject(shapeOf(effectOf({})));

export const canaryOptionsSchema = z.strictObject({
  ...shapeOf(effectOf({ coins: z.optional(amount), transferableCoins: z.optional(amount) })),
  /** As `passwordType` of config.lua; the game takes both at any time. */
  passwordType: z._default(z.enum(['sha1', 'argon2']), 'sha1'),
  /** As memoryConst, temporaryConst and parallelism of config.lua. */
  argon2: z._default(
    z.strictObject({
      memoryKib: z._default(z.int().check(z.minimum(8), z.maximum(262_144)), 65_536),
      passes: z._default(z.int().check(z.minimum(1), z.maximum(10)), 2),
      lanes: z._default(z.int().check(z.minimum(1), z.maximum(16)), 2),
    }),
    { memoryKib: 65_536, passes: 2, lanes: 2 },
  ),
});

/** What one piece is: amounts by the names of `OpenTibiaServer.coins`, and `premiumDays`. */
export type Effect = Record<string, number | undefined>;

export type OpenTibiaOptions = {
  items: Record<string, Effect>;
  kinds: Record<string, Effect>;
  banPlayerId?: number | undefined;
  gameAddress?: string | undefined;
  capacity: number | null;
  vocations: Record<string, string>;
};
export type Argon2Parameters = z.infer<typeof canaryOptionsSchema>['argon2'];

/** Of both servers. */
export function findDatabaseFaults(config: {
  database: string;
  accountDatabase: string;
}): { path: string; message: string }[] {
  if (config.accountDatabase === config.database) return [];
  return [
    { path: 'accountDatabase', message: 'This game has its accounts in its one database. Remove the field.' },
  ];
}
