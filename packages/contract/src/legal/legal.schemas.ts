import * as z from 'zod/mini';

export const legalSlugSchema = z.enum(['tos', 'legal', 'privacy']);

export const legalPageSchema = z.object({
  slug: legalSlugSchema,
  title: z.string(),
  description: z.string(),
  /** YYYY-MM-DD of the last change of the text. */
  updated: z.iso.date(),
  bodyHtml: z.string(),
});

export type LegalPage = z.infer<typeof legalPageSchema>;
export type LegalSlug = z.infer<typeof legalSlugSchema>;
