import type { Requirement } from '@waygate/contract/home/home.schemas';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

/** One row. */
export const siteSettings = pgTable('site_settings', {
  id: integer('id').primaryKey().default(1),
  maintenanceText: text('maintenance_text').notNull().default(''),
  maintenanceEnd: time('maintenance_ends_at'),
  featuredProductId: integer('featured_product_id'),
  clientVersion: text('client_version').notNull().default(''),
  requirements: jsonb('requirements').$type<Requirement[]>().notNull().default([]),
  updatedAt: time('updated_at').notNull().defaultNow(),
  /** Counts changes, to detect concurrent edits. */
  revision: integer('revision').notNull().default(1),
});

export const galleryPictures = pgTable('gallery_pictures', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  position: integer('position').notNull(),
  /** Relative to the API's base. */
  imageUrl: text('image_url').notNull(),
  alt: text('alt').notNull(),
  caption: text('caption').notNull().default(''),
  /** Pixels of the original. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  revision: integer('revision').notNull().default(1),
});

export type SettingsRow = typeof siteSettings.$inferSelect;
export type GalleryRow = typeof galleryPictures.$inferSelect;
