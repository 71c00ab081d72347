import * as z from 'zod/mini';

/** An account's id and name. */
export const accountNameSchema = z.object({ accountDBID: z.int(), userName: z.string() });
