import * as endpoints from '@waygate/contract/drops/drops.admin.endpoints';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Route } from '#platform/http/route.ts';
import {
  adjustMinutes,
  decideStreamer,
  findDropAccounts,
  findSampleHealth,
  getAccountMinutes,
  listStreamers,
} from './drops.admin.service.ts';
import { createSeason, listSeasons, updateSeason } from './seasons.service.ts';

/** Seasons, streamers, samples and minutes; rewards are in twitch-rewards. */
export function dropAdminRoutes(route: Route, parts: TwitchParts): void {
  const { db } = parts;
  route(endpoints.listSeasons, async () => ({ seasons: await listSeasons(db) }));

  route(endpoints.createSeason, ({ viewer, address, body }) => createSeason(db, { viewer, address }, body));

  route(endpoints.updateSeason, ({ viewer, address, params, body }) =>
    updateSeason(db, { viewer, address }, { id: params.id, input: body }),
  );

  route(endpoints.listStreamers, ({ query }) => {
    const { sort, ...filter } = query;
    return listStreamers(parts, { ...filter, isAscending: sort === 'requestedAt' });
  });

  route(endpoints.decideStreamer, ({ viewer, address, params, body }) =>
    decideStreamer(parts, { viewer, address }, { accountId: params.accountDBID, ...body }),
  );

  route(endpoints.getSampleHealth, () => findSampleHealth(parts));

  route(endpoints.findDropAccounts, async ({ query }) => ({
    accounts: await findDropAccounts(db, query.search),
  }));

  route(endpoints.getAccountMinutes, ({ params }) => getAccountMinutes(db, params.accountDBID));

  route(endpoints.adjustMinutes, ({ viewer, address, body }) => adjustMinutes(db, { viewer, address }, body));
}
