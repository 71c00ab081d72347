import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { contentStatusSchema } from '../content-status.ts';
import { orderStateSchema } from '../orders/orders.schemas.ts';
import type { Section } from '../permissions.ts';
import { idParam, line, timestamp } from '../text.ts';

/** At most so many records of each kind are found. */
export const HITS_OF_A_KIND = 5;

/** What is searched for, in the order in which it is shown. */
export const SEARCH_KINDS = [
  'account',
  'order',
  'character',
  'product',
  'article',
  'patchNote',
  'item',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

type Readers = {
  /** Staff with one of these sections find it in the search of everything. */
  sections: readonly Section[];
  /** Staff with one of these sections choose one in a form, and see no more of it than its name and id. */
  pickers: readonly Section[];
};

/** The sections that read each kind. */
export const SEARCH_READERS: Record<SearchKind, Readers> = {
  account: { sections: ['users'], pickers: ['benefits', 'actions', 'orders', 'twitchDrops'] },
  order: { sections: ['orders'], pickers: [] },
  character: { sections: ['gameCharacters'], pickers: [] },
  product: { sections: ['products'], pickers: ['orders'] },
  article: { sections: ['news'], pickers: [] },
  patchNote: { sections: ['patchNotes'], pickers: [] },
  item: { sections: [], pickers: ['products', 'twitchDrops', 'actions'] },
};

const TEXT_MESSAGE = 'Please search for 1 to 254 characters of text.';

export const adminSearchQuery = z.object({
  /**
   * The beginning of a name or of an e-mail address; an id, with or without a #; an IP address; a payment's reference,
   * whole; a part of a product's, item's or article's name.
   */
  q: line({ max: 254, message: TEXT_MESSAGE }).check(z.trim(), z.minLength(1, TEXT_MESSAGE)),
  /** Only this kind, as a form's picker asks for it. */
  kind: z.optional(z.enum(SEARCH_KINDS, 'There are no records of this kind.')),
  /** The game server whose ids items have; without it, the first. */
  server: z.optional(idParam),
});

const account = accountNameSchema.shape;

export const searchHitSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('account'),
    ...account,
    /** Masked where the viewer may not edit the account; null for those who only choose one. */
    email: z.nullable(z.string()),
    /** Null for those who only choose one. */
    isBanned: z.nullable(z.boolean()),
    /** Whether the viewer's rank reaches the account; null for those who only choose one. */
    isEditable: z.nullable(z.boolean()),
  }),
  z.object({
    kind: z.literal('order'),
    orderId: z.int(),
    productName: z.string(),
    state: orderStateSchema,
    /** Euro, two decimals. */
    price: z.number(),
    createdAt: timestamp,
    ...account,
  }),
  z.object({
    kind: z.literal('character'),
    characterId: z.string(),
    name: z.string(),
    level: z.int(),
    class: z.string(),
    serverId: z.int(),
    serverName: z.string(),
    ...account,
  }),
  z.object({
    kind: z.literal('product'),
    productId: z.int(),
    name: z.string(),
    /** Euro, two decimals: what is charged now. */
    price: z.number(),
    /** Whether players can see it. */
    isListed: z.boolean(),
  }),
  z.object({
    kind: z.literal('article'),
    articleId: z.int(),
    title: z.string(),
    status: contentStatusSchema,
    /** Whether visitors see it now. */
    isShown: z.boolean(),
  }),
  z.object({
    kind: z.literal('patchNote'),
    patchNoteId: z.int(),
    title: z.string(),
    version: z.string(),
    status: contentStatusSchema,
    /** Whether visitors see it now. */
    isShown: z.boolean(),
  }),
  z.object({
    kind: z.literal('item'),
    /** On the game server that was asked for. */
    itemId: z.int(),
    /** What a product or a reward calls it. */
    label: z.string(),
  }),
]);

export const adminSearchSchema = z.object({
  /** By kind, in their order; of each, the best first. */
  hits: z.array(searchHitSchema),
});

export type SearchHit = z.infer<typeof searchHitSchema>;
export type HitOf<Kind extends SearchKind> = Extract<SearchHit, { kind: Kind }>;
