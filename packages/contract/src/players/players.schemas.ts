import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { auditKindSchema } from '../audit/audit.schemas.ts';
import { coinEntrySchema } from '../coins/coins.schemas.ts';
import { adminDeliverySchema } from '../deliveries/deliveries.admin.schemas.ts';
import { gameAccountStateSchema } from '../game-accounts/game-accounts.schemas.ts';
import { orderStateSchema } from '../orders/orders.schemas.ts';
import type { StaffNeed } from '../permissions.ts';
import { isPlainText, timestamp } from '../text.ts';

export const NOTE_MAX = 1000;
const NOTE_MESSAGE = `Please write a note of 1 to ${NOTE_MAX} characters.`;

/** At most so many notes are listed, the newest. */
export const NOTES_SHOWN = 200;

/** At most so many characters are listed, those of the highest levels. */
export const CHARACTERS_SHOWN = 50;

/** What staff write about a player: plain text of several lines, trimmed. */
export const noteInputSchema = z.object({
  /** Made for this note, so that a repeated request writes no second one. */
  requestId: z.uuid(),
  text: z
    .string(NOTE_MESSAGE)
    .check(
      z.trim(),
      z.minLength(1, NOTE_MESSAGE),
      z.maxLength(NOTE_MAX, NOTE_MESSAGE),
      z.refine(isPlainText, NOTE_MESSAGE),
    ),
});

export const noteSchema = z.object({
  noteId: z.int(),
  at: timestamp,
  author: accountNameSchema,
  text: z.string(),
  /** By its author, or an owner. */
  canDelete: z.boolean(),
});

/** At most so many accounts at one address are counted. */
export const SHARED_ADDRESS_COUNT = 100;

/** At most so many of them are named at first. */
export const SHARED_ADDRESS_NAMES = 20;

/** So many are named on each page after them. */
export const SHARED_ACCOUNTS_LIMIT = 50;

const sharedAccountSchema = z.object({ ...accountNameSchema.shape, banned: z.boolean() });

/** Other accounts that were last at the same address; an IPv6 address counts with its network of 64 bits. */
export const sharedAddressSchema = z.object({
  /** Whether the address is one of the portal's own networks, which says nothing; then nothing is counted. */
  isOwnNetwork: z.boolean(),
  /** Up to `SHARED_ADDRESS_COUNT`; without accounts that the viewer may not edit. */
  total: z.int(),
  totalIsExact: z.boolean(),
  /** The newest accounts first, up to `SHARED_ADDRESS_NAMES`. */
  accounts: z.array(sharedAccountSchema),
});

export const sharedAccountsSchema = z.object({
  accounts: z.array(sharedAccountSchema),
  /** For the next page; null at the end. */
  before: z.nullable(z.int()),
});

/** What belongs to a player, without the account itself. Null: it isn't this viewer's. */
export const playerSchema = z.object({
  gameAccounts: z.array(
    z.object({
      serverName: z.string(),
      login: z.string(),
      state: gameAccountStateSchema,
      isLocked: z.boolean(),
    }),
  ),
  /** Up to `CHARACTERS_SHOWN`. */
  characters: z.nullable(
    z.array(
      z.object({
        name: z.string(),
        level: z.int(),
        class: z.string(),
        serverName: z.string(),
        online: z.boolean(),
      }),
    ),
  ),
  /** `login` is null for an account that isn't linked. */
  twitch: z.nullable(
    z.object({
      login: z.nullable(z.string()),
      /** What staff decided about the streamer; null for a viewer. */
      streamer: z.nullable(z.enum(['pending', 'approved', 'rejected'])),
    }),
  ),
  /** Paid orders as statistics count them, and euro with two decimals, less refunds and lost disputes. */
  paid: z.nullable(z.object({ orders: z.int(), sum: z.number() })),
  sharedAddress: z.nullable(sharedAddressSchema),
  /** Second factors; null for accounts that the viewer may not edit. */
  factors: z.nullable(
    z.object({
      hasTotp: z.boolean(),
      passkeys: z.int(),
      /** When staff's removal of all of them takes effect; null without one. */
      removalDueAt: z.nullable(timestamp),
    }),
  ),
  /** The newest, up to `NOTES_SHOWN`; the timeline has them all. */
  notes: z.nullable(z.array(noteSchema)),
  noteCount: z.nullable(z.int()),
});

/** Kinds of entries of a timeline, and what staff need to see them besides the page. */
export const TIMELINE_KINDS = {
  sign_in: 'users',
  order: 'orders',
  delivery: 'orders',
  coins: 'users',
  ban: 'users',
  note: 'users',
  staff: 'users',
} as const satisfies Record<string, StaffNeed>;

export type TimelineKind = keyof typeof TIMELINE_KINDS;

export const TIMELINE_LIMIT = 25;

const KINDS_MESSAGE = 'The timeline has no such kind of entry.';
// The record's own keys.
const kindSchema = z.enum(Object.keys(TIMELINE_KINDS) as TimelineKind[], KINDS_MESSAGE);

/** Kinds with commas between them: `order,delivery`. */
export const timelineKindsQuery = z.pipe(
  z.string(KINDS_MESSAGE).check(z.maxLength(100, KINDS_MESSAGE)),
  z.pipe(
    z.transform((kinds: string) => [...new Set(kinds.split(','))]),
    z.array(kindSchema),
  ),
);

/** Sorts entries of one moment. */
export const TIMELINE_EVENTS = [
  'registered',
  'signed_in',
  'sign_ins',
  'order',
  'delivery',
  'coins',
  'ban',
  'unban',
  'note',
  'staff',
] as const;

export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

const BEFORE_MESSAGE = 'Please give the place that the last page ended with.';
const PLACE = /^([2-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6}Z)~([a-z_]{1,20})~(\d{1,15})$/;

/** A place in a timeline, as a page's `before` has it: time to the microsecond, event and id of its last entry. */
export const timelinePlace = z.pipe(
  z.string(BEFORE_MESSAGE).check(
    z.maxLength(80, { error: BEFORE_MESSAGE, abort: true }),
    z.refine((text) => placeOf(text) !== undefined, BEFORE_MESSAGE),
  ),
  // The check before it has found one.
  z.transform((text: string) => placeOf(text) as TimelinePlace),
);

export type TimelinePlace = { at: string; event: TimelineEvent; id: number };

function placeOf(text: string): TimelinePlace | undefined {
  const [, seconds = '', fraction = '', name, digits] = PLACE.exec(text) ?? [];
  const event = TIMELINE_EVENTS.find((known) => known === name);
  const time = new Date(`${seconds}Z`);
  // February has no 31st, which a Date would take for the 3rd of March.
  if (event === undefined || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(seconds)) return;
  return { at: `${seconds}${fraction}`, event, id: Number(digits) };
}

const common = {
  /** Unique with the event. */
  id: z.int(),
  at: timestamp,
};

const deliveryShape = adminDeliverySchema.shape;
const coinShape = coinEntrySchema.shape;

/** Values of changed fields. */
const changes = z.nullable(z.record(z.string(), z.unknown()));

/** What happened, each with what a line about it needs. */
export const timelineEntrySchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('registered'), ...common }),
  /** A session that hasn't ended. */
  z.object({ event: z.literal('signed_in'), ...common, lastUsedAt: timestamp }),
  /** Those of one day in UTC, at its beginning, whose sessions have ended: only their number is kept. */
  z.object({ event: z.literal('sign_ins'), ...common, count: z.int() }),
  z.object({
    event: z.literal('order'),
    ...common,
    orderId: z.int(),
    productName: z.string(),
    state: orderStateSchema,
    /** Euro, two decimals. */
    price: z.number(),
  }),
  z.object({
    event: z.literal('delivery'),
    ...common,
    effect: deliveryShape.effect,
    kind: deliveryShape.kind,
    itemId: deliveryShape.itemId,
    itemName: deliveryShape.itemName,
    quantity: deliveryShape.quantity,
    state: deliveryShape.state,
    isOnHold: deliveryShape.isOnHold,
    characterName: z.nullable(z.string()),
    orderId: z.nullable(z.int()),
    settledAt: z.nullable(timestamp),
  }),
  z.object({
    event: z.literal('coins'),
    ...common,
    currency: coinShape.currency,
    amount: coinShape.amount,
    balance: coinShape.balance,
    reason: coinShape.reason,
    detail: coinShape.detail,
    /** Null for other reasons, and where the viewer may not see orders. */
    orderId: z.nullable(z.int()),
  }),
  z.object({
    event: z.literal('ban'),
    ...common,
    description: z.string(),
    /** Null: it has no end. */
    endsAt: z.nullable(timestamp),
    hasAddress: z.boolean(),
    isLifted: z.boolean(),
    staff: z.nullable(accountNameSchema),
  }),
  z.object({ event: z.literal('unban'), ...common, staff: accountNameSchema }),
  z.object({ event: z.literal('note'), ...common, text: z.string(), staff: accountNameSchema }),
  z.object({
    event: z.literal('staff'),
    ...common,
    action: auditKindSchema,
    /** What it changed, as the audit log has it; null for what is too long for a line. */
    before: changes,
    after: changes,
    reason: z.nullable(z.string()),
    staff: accountNameSchema,
  }),
]);

export const timelineSchema = z.object({
  entries: z.array(timelineEntrySchema),
  /** For the next page; null at the end. */
  before: z.nullable(z.string()),
  /** What this viewer may see of it. */
  kinds: z.array(kindSchema),
});

export type Note = z.infer<typeof noteSchema>;
export type Player = z.infer<typeof playerSchema>;
export type SharedAccounts = z.infer<typeof sharedAccountsSchema>;
export type SharedAddress = z.infer<typeof sharedAddressSchema>;
export type Timeline = z.infer<typeof timelineSchema>;
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
