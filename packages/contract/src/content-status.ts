import * as z from 'zod/mini';
import { timeInput, timestamp } from './text.ts';

/** Whether visitors see it; staff choose freely. */
export const contentStatusSchema = z.enum(['draft', 'published']);

export type ContentStatus = z.infer<typeof contentStatusSchema>;

/** When visitors see a published text, as staff set it. */
export const publishingInput = {
  /** Null: as soon as it is published. Left out: as before. */
  publishAt: z.optional(z.nullable(timeInput)),
  /** Null: without an end. Left out: as before. */
  publishUntil: z.optional(z.nullable(timeInput)),
};

/** The same, as it was saved. A draft keeps its times. */
export const publishingTimes = {
  publishedAt: z.nullable(timestamp),
  publishedUntil: z.nullable(timestamp),
};

type PublishingInput = { publishAt?: Date | null | undefined; publishUntil?: Date | null | undefined };

export const endsAfterStart = z.refine<PublishingInput>(
  ({ publishAt, publishUntil }) => !publishAt || !publishUntil || publishUntil > publishAt,
  { path: ['publishUntil'], error: 'The end must be after the start.' },
);

export const contentStateSchema = z.enum(['draft', 'scheduled', 'live', 'ended']);

export type ContentState = z.infer<typeof contentStateSchema>;

/** Whether visitors see a text at that time. */
export function contentStateAt(
  now: Date,
  {
    status,
    publishedAt,
    publishedUntil,
  }: {
    status: ContentStatus;
    publishedAt: string | null;
    publishedUntil: string | null;
  },
): ContentState {
  if (status === 'draft') return 'draft';
  if (publishedUntil !== null && new Date(publishedUntil) <= now) return 'ended';
  return publishedAt !== null && new Date(publishedAt) > now ? 'scheduled' : 'live';
}
