import * as z from 'zod/mini';

/** Whether visitors see it; staff choose freely. */
export const contentStatusSchema = z.enum(['draft', 'published']);

export type ContentStatus = z.infer<typeof contentStatusSchema>;
