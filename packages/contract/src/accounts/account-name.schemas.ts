import * as z from 'zod/mini';

/** An account as others name it. */
export const accountNameSchema = z.object({ accountDBID: z.int(), userName: z.string() });
