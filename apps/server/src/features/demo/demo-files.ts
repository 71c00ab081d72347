import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NewsText } from '@waygate/contract/news/news.admin.schemas';
import * as z from 'zod';
import type { PatchNoteText } from '#features/patch-notes/patch-notes.ts';
import { parseFrontMatter } from '#platform/markdown/front-matter.ts';

/** Front matter has texts alone. */
const days = z
  .string()
  .regex(/^[1-9]\d?$/, 'This is a number of days.')
  .transform(Number);

const status = z.enum(['draft', 'published']);

const newsSchema = z.object({
  title: z.string(),
  snippet: z.string(),
  category: z.string(),
  status,
  image: z.string().optional(),
  /** Whole days from the first start, at its full hour. */
  eventStartsInDays: days.optional(),
  eventDays: days.optional(),
  publishedAt: z.iso
    .datetime()
    .transform((time) => new Date(time))
    .optional(),
});

const patchNoteSchema = z.object({
  version: z.string(),
  title: z.string(),
  releaseDate: z.iso.date(),
  status,
});

/** An article with the file name of its picture, not yet stored. */
export type DemoArticle = Omit<NewsText, 'imageUrl' | 'eventStartsAt' | 'eventEndsAt'> & {
  image: string | undefined;
  publishedAt: Date | undefined;
  eventStartsInDays: number | undefined;
  eventDays: number | undefined;
};

export async function readDemoNews(folder: string): Promise<DemoArticle[]> {
  const files = await readMarkdownFiles(folder, newsSchema);
  return files
    .map(({ attributes, body }) => ({
      ...attributes,
      body,
      image: attributes.image,
      publishedAt: attributes.publishedAt,
      eventStartsInDays: attributes.eventStartsInDays,
      eventDays: attributes.eventDays,
    }))
    .toSorted(
      (one, other) => (one.publishedAt?.getTime() ?? Infinity) - (other.publishedAt?.getTime() ?? Infinity),
    );
}

export async function readDemoPatchNotes(folder: string): Promise<PatchNoteText[]> {
  const files = await readMarkdownFiles(folder, patchNoteSchema);
  return files
    .map(({ attributes, body }) => ({ ...attributes, body }))
    .toSorted((one, other) => (one.releaseDate < other.releaseDate ? -1 : 1));
}

async function readMarkdownFiles<Attributes>(folder: string, schema: z.ZodType<Attributes>) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      try {
        return parseFrontMatter(await readFile(file, 'utf8'), schema);
      } catch (error) {
        throw new Error(`${file} is no demo content.`, { cause: error });
      }
    }),
  );
}
