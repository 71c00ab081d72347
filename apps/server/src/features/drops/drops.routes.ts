import * as endpoints from '@waygate/contract/drops/drops.endpoints';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { ParsedInput } from '@waygate/contract/endpoint';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { CLAIMED, claimReward, listRewards, REVOKED } from './claims.service.ts';
import { STOPPED, stopStreaming, unlink, UNLINKED } from './unlink.service.ts';
import { findProgress } from './progress.ts';

type ClaimBody = ParsedInput<typeof endpoints.claimViewerReward>['body'];

type Parts = TwitchParts & { jobs: Jobs };

export function dropRoutes(route: Route, parts: Parts): void {
  unlinkRoute(route, parts);
  rewardRoutes(route, parts);
}

function unlinkRoute(route: Route, parts: Parts): void {
  route(endpoints.unlinkTwitch, async ({ viewer }) => {
    await unlink(parts, viewer.accountId);
    return { message: UNLINKED };
  });

  route(endpoints.stopStreaming, async ({ viewer }) => {
    await stopStreaming(parts, viewer.accountId);
    return { message: STOPPED };
  });
}

function rewardRoutes(route: Route, parts: TwitchParts): void {
  route(endpoints.getWatchTime, async ({ viewer: { accountId } }) => {
    const { minutes, progress } = await findProgress(parts, { accountId, kind: 'viewer' });
    return { watchTime: minutes, ...progress };
  });

  route(endpoints.getStreamTime, async ({ viewer: { accountId } }) => {
    const { minutes, progress } = await findProgress(parts, { accountId, kind: 'streamer' });
    return { streamTime: minutes, ...progress };
  });

  const list = (kind: DropKind, accountId: number) => listRewards(parts.db, { accountId, kind });
  route(endpoints.listWatchRewards, ({ viewer }) => list('viewer', viewer.accountId));
  route(endpoints.listStreamRewards, ({ viewer }) => list('streamer', viewer.accountId));

  const claim = async (kind: DropKind, accountId: number, { rewardId, ...target }: ClaimBody) => {
    const { isRevoked } = await claimReward(parts.db, { accountId, kind, rewardId, target });
    return { message: isRevoked ? REVOKED : CLAIMED, isRevoked };
  };
  route(endpoints.claimViewerReward, ({ viewer, body }) => claim('viewer', viewer.accountId, body));
  route(endpoints.claimStreamerReward, ({ viewer, body }) => claim('streamer', viewer.accountId, body));
}
