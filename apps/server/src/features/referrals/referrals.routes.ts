import { recordReferralHit } from '@waygate/contract/referrals/referrals.endpoints';
import type { Db } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { insertReferral } from './referrals.queries.ts';

export function referralRoutes(route: Route, { db }: { db: Db }): void {
  route(recordReferralHit, ({ body }) => insertReferral(db, body));
}
