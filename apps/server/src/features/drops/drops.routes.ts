import * as endpoints from '@waygate/contract/drops/drops.endpoints';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { API_BASE } from '@waygate/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/errors/app-error.ts';
import type { Cookie } from '#platform/http/cookies.ts';
import { leadToFailurePage } from '#platform/http/error-handler.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { CLAIMED, claimReward, listRewards } from './claims.service.ts';
import { type DropParts, requireDrops } from './drop-parts.ts';
import { presentLink } from './drops.presenter.ts';
import { selectLink } from './links.queries.ts';
import { finishLink, LINK_MINUTES, startLink, unlink, UNLINKED } from './links.service.ts';
import { findProgress } from './progress.service.ts';

/** Comes back with the browser alone: whoever was handed the address of a link cannot finish it. */
const LINK_COOKIE: Cookie = {
  name: 'waygate_twitch_link',
  path: '/api/auth/twitch',
  maxAgeSeconds: LINK_MINUTES * 60,
};

type Parts = DropParts & { jobs: Jobs };

export function dropRoutes(route: Route, app: FastifyInstance, parts: Parts): void {
  linkRoutes(route, parts);
  refuseOtherProviders(app);
  rewardRoutes(route, parts);
}

function linkRoutes(route: Route, parts: Parts): void {
  route(endpoints.startTwitchLink, async ({ viewer, query, cookies }) => {
    const { url, cookie } = await startLink(requireDrops(parts), { viewer, purpose: query.as });
    cookies.set(LINK_COOKIE, cookie);
    return { url };
  });

  route(endpoints.finishTwitchLink, async ({ query, cookies }) => {
    const { code, state, error } = query;
    const cookie = cookies.get(LINK_COOKIE);
    const { kind, sentence } = await finishLink(requireDrops(parts), { code, state, error, cookie });
    cookies.clear(LINK_COOKIE);
    return `/profile?${new URLSearchParams({ [kind]: sentence })}`;
  });

  route(endpoints.getTwitchLink, async ({ viewer }) => {
    const link = await selectLink(parts.db, { accountId: viewer.accountId, keys: parts.twitch?.tokens });
    return { link: link ? presentLink(link) : null };
  });

  route(endpoints.unlinkTwitch, async ({ viewer }) => {
    await unlink(parts, viewer.accountId);
    return { message: UNLINKED };
  });
}

/** Twitch's own addresses come before these. */
function refuseOtherProviders(app: FastifyInstance): void {
  const refusing = {
    schema: { hide: true },
    exposeHeadRoute: false,
    preParsing: refuseProvider,
    handler: refuseProvider,
  };
  app.route({ ...refusing, method: ['GET', 'DELETE'], url: `${API_BASE}/auth/:provider/link` });
  app.route({
    ...refusing,
    method: 'GET',
    url: `${API_BASE}/auth/:provider/callback`,
    errorHandler: leadToFailurePage('/profile'),
  });
}

async function refuseProvider(): Promise<never> {
  throw notFound('Invalid provider.');
}

function rewardRoutes(route: Route, parts: DropParts): void {
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

  const claim = async (kind: DropKind, accountId: number, rewardId: number) => {
    await claimReward(parts.db, { accountId, kind, rewardId });
    return { message: CLAIMED };
  };
  route(endpoints.claimViewerReward, ({ viewer, body }) => claim('viewer', viewer.accountId, body.rewardId));
  route(endpoints.claimStreamerReward, ({ viewer, body }) =>
    claim('streamer', viewer.accountId, body.rewardId),
  );
}
