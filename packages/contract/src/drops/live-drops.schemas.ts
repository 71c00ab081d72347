import * as z from 'zod/mini';
import { timestamp } from '../text.ts';

const shownRewardSchema = z.object({
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  requiredMinutes: z.int(),
});

/** What everybody may see of drops. Nothing but what Twitch shows of a channel. */
export const liveDropsSchema = z.object({
  /** The running one. Without one, the lists are empty. */
  season: z.nullable(z.object({ name: z.string(), startsAt: timestamp, endsAt: z.nullable(timestamp) })),
  /** Channels where minutes count, those with most viewers first; at most 12. */
  live: z.array(
    z.object({
      login: z.string(),
      displayName: z.string(),
      url: z.string(),
      title: z.string(),
      viewers: z.int(),
      /** On Twitch's own servers, by HTTPS, 440 by 248 pixels. */
      thumbnailUrl: z.nullable(z.string()),
    }),
  ),
  /** How many channels there are where minutes count, also those beyond the 12. */
  total: z.int(),
  /** Those that need the fewest minutes, at most 12. */
  viewerRewards: z.array(shownRewardSchema),
  streamerRewards: z.array(shownRewardSchema),
});

export type LiveDrops = z.infer<typeof liveDropsSchema>;
