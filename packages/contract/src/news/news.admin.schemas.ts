import * as z from 'zod/mini';
import { contentStatusSchema, endsAfterStart, publishingInput, publishingTimes } from '../content-status.ts';
import { articleText, imageAddress, line, timeInput, timestamp, words } from '../text.ts';
import { newsArticleSchema } from './news.schemas.ts';

export const DEFAULT_NEWS_CATEGORY = 'Updates';

/** What the editor writes. */
export const newsTextSchema = z
  .object({
    title: words({ max: 200, message: 'Please give a title of at most 200 characters.' }),
    snippet: z._default(line({ max: 500, message: 'A snippet has at most 500 characters.' }), ''),
    /** Markdown. */
    body: articleText('Please write the text of the article.'),
    category: z._default(
      words({ max: 40, message: 'Please give a category of at most 40 characters.' }),
      DEFAULT_NEWS_CATEGORY,
    ),
    status: z._default(contentStatusSchema, 'draft'),
    ...publishingInput,
    imageUrl: z._default(z.nullable(imageAddress), null),
    /** When something happens in the game; null: the article is about no event. */
    eventStartsAt: z._default(z.nullable(timeInput), null),
    /** Null: it has no end. The site shows such an event for 24 hours. */
    eventEndsAt: z._default(z.nullable(timeInput), null),
    /** The version the editor read; without it, later changes are overwritten. */
    revision: z.optional(z.int()),
  })
  .check(
    endsAfterStart,
    z.refine(({ eventStartsAt, eventEndsAt }) => eventEndsAt === null || eventStartsAt !== null, {
      path: ['eventStartsAt'],
      error: 'Please say when the event starts.',
    }),
    z.refine(
      ({ eventStartsAt, eventEndsAt }) =>
        eventStartsAt === null || eventEndsAt === null || eventEndsAt > eventStartsAt,
      { path: ['eventEndsAt'], error: 'The event ends after it starts.' },
    ),
  );

export const adminArticleSchema = z.extend(newsArticleSchema, {
  status: contentStatusSchema,
  ...publishingTimes,
  updatedAt: timestamp,
  eventStartsAt: z.nullable(timestamp),
  eventEndsAt: z.nullable(timestamp),
  revision: z.int(),
});

export const adminNewsItemSchema = z.omit(adminArticleSchema, { body: true, bodyHtml: true });

export const adminNewsListSchema = z.object({ news: z.array(adminNewsItemSchema), total: z.int() });

type WrittenText = z.infer<typeof newsTextSchema>;

/** An article as it is written; without a category it gets the default one, and without a start it is about no event. */
export type NewsText = Omit<WrittenText, 'category' | 'eventStartsAt' | 'eventEndsAt' | 'revision'> &
  Partial<Pick<WrittenText, 'category' | 'eventStartsAt' | 'eventEndsAt'>>;
export type AdminArticle = z.infer<typeof adminArticleSchema>;
export type AdminNewsItem = z.infer<typeof adminNewsItemSchema>;
