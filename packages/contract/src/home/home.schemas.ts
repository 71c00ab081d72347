import * as z from 'zod/mini';
import { liveDropsSchema } from '../drops/live-drops.schemas.ts';
import { serverStatusSchema } from '../game-servers/game-servers.schemas.ts';
import { newsItemSchema } from '../news/news.schemas.ts';
import { patchNoteItemSchema } from '../patch-notes/patch-notes.schemas.ts';
import { timestamp } from '../text.ts';

/** A work that the operator announces, on every first screen until it is taken away. */
export const maintenanceSchema = z.object({
  text: z.string(),
  /** When it is expected to end; null when nobody knows. */
  expectedEnd: z.nullable(timestamp),
});

/** All listed game servers as one: online when one of them is, with the players of all. */
export const worldSchema = z.object({
  status: serverStatusSchema,
  /** 0 unless online. */
  playersOnline: z.int(),
  /** Of the first server that reports one. */
  gameVersion: z.nullable(z.string()),
  /** How many listed servers there are. */
  servers: z.int(),
});

/** An article with a time at which something happens in the game. */
export const gameEventSchema = z.extend(newsItemSchema, {
  startsAt: timestamp,
  /** Null: it has no end, and is shown for 24 hours. */
  endsAt: z.nullable(timestamp),
});

/** A product as an invitation: what it is and what it costs. */
export const offerSchema = z.object({
  productId: z.int(),
  name: z.string(),
  /** Absolute, or relative to the API base. */
  imageUrl: z.nullable(z.string()),
  /** What it grants, in the order of its lines. */
  contents: z.array(z.string()),
  /** Euro, two decimals; before a sale. */
  price: z.number(),
  /** Euro during the sale, else null. */
  newPrice: z.nullable(z.number()),
  saleEndDate: z.nullable(timestamp),
});

export const galleryPictureSchema = z.object({
  /** Absolute, or relative to the API base. */
  imageUrl: z.string(),
  /** What it shows, for those who can't see it. */
  alt: z.string(),
  /** Empty without one. */
  caption: z.string(),
  /** Pixels of the original, so that its place is kept free. */
  width: z.int(),
  height: z.int(),
});

/** A line of the system requirements, such as 'Memory': '4 GB', '8 GB'. An empty text stands for 'not said'. */
export const requirementSchema = z.object({
  name: z.string(),
  minimum: z.string(),
  recommended: z.string(),
});

/** The client that '/download' serves; null when the portal doesn't keep the file itself. */
export const clientFileSchema = z.object({
  fileName: z.string(),
  bytes: z.int(),
  /** 64 hexadecimal digits. */
  sha256: z.string(),
  /** As the operator wrote it; null without one. */
  version: z.nullable(z.string()),
});

/** All that moves on the landing page, in one answer. What there is nothing of is null or empty. */
export const homeSchema = z.object({
  maintenance: z.nullable(maintenanceSchema),
  /** Null without a listed server. */
  world: z.nullable(worldSchema),
  /** The one that runs, else the next. */
  event: z.nullable(gameEventSchema),
  newestPatch: z.nullable(patchNoteItemSchema),
  /** The newest that is not the event. */
  newestArticle: z.nullable(newsItemSchema),
  drops: liveDropsSchema,
  offer: z.nullable(offerSchema),
  gallery: z.array(galleryPictureSchema),
  requirements: z.array(requirementSchema),
  client: z.nullable(clientFileSchema),
});

export type Home = z.infer<typeof homeSchema>;
export type Maintenance = z.infer<typeof maintenanceSchema>;
export type World = z.infer<typeof worldSchema>;
export type GameEvent = z.infer<typeof gameEventSchema>;
export type Offer = z.infer<typeof offerSchema>;
export type GalleryPicture = z.infer<typeof galleryPictureSchema>;
export type Requirement = z.infer<typeof requirementSchema>;
export type ClientFile = z.infer<typeof clientFileSchema>;
