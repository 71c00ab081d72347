import * as endpoints from '@waygate/contract/drops/drops.endpoints';
import { withNotice } from '@waygate/contract/site/notices';
import { pagePaths } from '@waygate/contract/site/pages';
import { API_BASE } from '@waygate/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/errors/app-error.ts';
import type { Cookie } from '#platform/http/cookies.ts';
import { leadToFailurePage } from '#platform/http/error-handler.ts';
import type { Route } from '#platform/http/route.ts';
import { selectLink } from './links.queries.ts';
import { finishLink, LINK_MINUTES, startLink } from './links.service.ts';
import { presentLink } from './twitch-links.presenter.ts';
import { type TwitchParts, requireTwitch } from './twitch-parts.ts';

/** Binds the flow to the browser that started it: an address that was passed on cannot be used elsewhere. */
const LINK_COOKIE: Cookie = { name: 'waygate_twitch_link', maxAgeSeconds: LINK_MINUTES * 60 };

/** Linking an account with Twitch. Unlinking also deletes counted minutes, so its route belongs to drops. */
export function twitchLinkRoutes(route: Route, app: FastifyInstance, parts: TwitchParts): void {
  linkRoutes(route, parts);
  refuseOtherProviders(app);
}

function linkRoutes(route: Route, parts: TwitchParts): void {
  route(endpoints.startTwitchLink, async ({ viewer, query, cookies }) => {
    const { url, cookie } = await startLink(requireTwitch(parts), { viewer, purpose: query.as });
    cookies.set(LINK_COOKIE, cookie);
    return { url };
  });

  route(endpoints.finishTwitchLink, async ({ query, cookies }) => {
    const { twitch } = parts;
    if (!twitch) return withNotice(pagePaths.profile, { error: 'twitch_off' });
    const { code, state, error } = query;
    const cookie = cookies.get(LINK_COOKIE);
    const outcome = await finishLink({ ...parts, twitch }, { code, state, error, cookie });
    cookies.clear(LINK_COOKIE);
    return withNotice(pagePaths.profile, outcome);
  });

  route(endpoints.getTwitchLink, async ({ viewer }) => {
    const link = await selectLink(parts.db, { accountId: viewer.accountId, keys: parts.twitch?.tokens });
    return { link: link ? presentLink(link) : null };
  });
}

/** Answers other providers with 404. Fastify prefers the static routes of Twitch. */
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
    errorHandler: leadToFailurePage(pagePaths.profile, { not_found: 'provider_unknown' }),
  });
}

async function refuseProvider(): Promise<never> {
  throw notFound('Invalid provider.');
}
