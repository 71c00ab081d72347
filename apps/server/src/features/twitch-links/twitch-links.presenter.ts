import type { TwitchLink } from '@waygate/contract/drops/drops.schemas';
import type { selectLink } from './links.queries.ts';

type LinkRow = NonNullable<Awaited<ReturnType<typeof selectLink>>>;

export function presentLink(row: LinkRow): TwitchLink {
  return {
    twitchId: row.twitchUserId,
    login: row.login,
    displayName: row.displayName,
    linkedAt: row.linkedAt.toISOString(),
    streamer: row.streamer ?? 'none',
  };
}
