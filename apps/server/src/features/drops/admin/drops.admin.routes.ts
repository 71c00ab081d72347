import * as endpoints from '@waygate/contract/drops/drops.admin.endpoints';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import { type ExportList, type ReadTraced, traceRecord } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { exportAccountClaims, exportAccountMinutes } from './account-drops-export.service.ts';
import { getAccountMinutes, selectAccountsCalled } from './drop-minutes.queries.ts';
import {
  presentAccountMinutes,
  presentDropAccount,
  presentRuleFailure,
  presentSampleHealth,
  presentStreamer,
} from './drops.admin.presenter.ts';
import { seenBy, selectStreamers } from './drops.admin.queries.ts';
import { exportRuleFailures } from './rule-failure-export.service.ts';
import { selectRuleFailures } from './rule-failures.queries.ts';
import { exportStreamers } from './streamer-export.service.ts';
import { selectSampleHealth } from './sample-health.queries.ts';
import { approveStreamers } from './approve-streamers.service.ts';
import { adjustMinutes, decideStreamer } from './drops.admin.service.ts';
import { exportSeasons } from './season-export.service.ts';
import { createSeason, listSeasons, updateSeason } from './seasons.service.ts';

/** Seasons, streamers, samples and minutes; rewards are in twitch-rewards. */
export function dropAdminRoutes(
  route: Route,
  parts: TwitchParts & { jobs: Jobs; readTraced: ReadTraced; exportList: ExportList },
): void {
  const { db, readTraced, exportList } = parts;
  route(endpoints.listSeasons, async () => ({ seasons: await listSeasons(db) }));

  route(endpoints.exportSeasons, (staff) => exportSeasons(exportList, staff));

  route(endpoints.createSeason, ({ viewer, address, body }) => createSeason(db, { viewer, address }, body));

  route(endpoints.updateSeason, ({ viewer, address, params, body }) =>
    updateSeason(db, { viewer, address }, { id: params.id, input: body }),
  );

  route(endpoints.listStreamers, async ({ query, ...staff }) => {
    const { sort, ...filter } = query;
    const isAscending = sort === 'requestedAt';
    const { rows, totals } = await readTraced(staff, 'streamers', query, (tx) =>
      selectStreamers(tx, { ...filter, isAscending, ...seenBy(parts) }),
    );
    return { streamers: rows.map(presentStreamer), ...totals };
  });

  route(endpoints.listRuleFailures, async ({ query, ...staff }) => {
    const { sort, season, ...filter } = query;
    const { rows, totals } = await readTraced(staff, 'minutes', query, (tx) =>
      selectRuleFailures(tx, { ...filter, season, isAscending: sort === 'lastAt' }),
    );
    return { failures: rows.map(presentRuleFailure), ...totals };
  });

  route(endpoints.exportStreamers, ({ query, ...staff }) =>
    exportStreamers(exportList, staff, { ...query, seen: seenBy(parts) }),
  );

  route(endpoints.exportRuleFailures, ({ query, ...staff }) => exportRuleFailures(exportList, staff, query));

  route(endpoints.decideStreamer, ({ viewer, address, params, body }) =>
    decideStreamer(parts, { viewer, address }, { accountId: params.accountDBID, ...body }),
  );

  route(endpoints.approveStreamers, async ({ viewer, address, body }) => ({
    approved: await approveStreamers(parts, { viewer, address }, body.streamers),
  }));

  route(endpoints.getSampleHealth, async () =>
    presentSampleHealth(await selectSampleHealth(db, seenBy(parts))),
  );

  route(endpoints.findDropAccounts, async ({ query }) => ({
    // They may be two: one with this id, and one with this name.
    accounts: (await selectAccountsCalled(db, query.search.trim())).map(presentDropAccount),
  }));

  route(endpoints.getAccountMinutes, async ({ params, ...staff }) => {
    const minutes = await getAccountMinutes(db, params.accountDBID);
    await traceRecord(db, staff, { list: 'minutes', id: params.accountDBID });
    return presentAccountMinutes(minutes);
  });

  route(endpoints.exportAccountMinutes, ({ params, ...staff }) =>
    exportAccountMinutes(exportList, staff, params.accountDBID),
  );

  route(endpoints.exportAccountClaims, ({ params, ...staff }) =>
    exportAccountClaims(exportList, staff, params.accountDBID),
  );

  route(endpoints.adjustMinutes, ({ viewer, address, body }) => adjustMinutes(db, { viewer, address }, body));
}
