import * as endpoints from '@waygate/contract/benefits/benefits.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import { exportBenefits } from './benefit-export.service.ts';
import { presentBenefit } from './benefits.presenter.ts';
import { selectBenefits } from './benefits.queries.ts';
import { createBenefit, deleteBenefit, updateBenefit } from './benefits.service.ts';

type Parts = { db: Database; readTraced: ReadTraced; exportList: ExportList };

export function benefitAdminRoutes(route: Route, { db, readTraced, exportList }: Parts): void {
  route(endpoints.listBenefits, async ({ query, ...staff }) => {
    const { rows, totals } = await readTraced(staff, 'benefits', query, (tx) => selectBenefits(tx, query));
    return { benefits: rows.map(presentBenefit), ...totals };
  });

  route(endpoints.exportBenefits, ({ query, ...staff }) => exportBenefits(exportList, staff, query));

  route(endpoints.createBenefit, async ({ body, viewer, address }) => {
    const { accountDBID: accountId, ...benefit } = body;
    await createBenefit(db, { viewer, address }, { accountId, ...benefit, reason: body.reason });
    return { message: 'Benefit added successfully!' };
  });

  route(endpoints.updateBenefit, async ({ params, body, viewer, address }) => {
    const { benefitId, date: availableUntil, revision, reason } = body;
    const change = { accountId: params.accountDBID, benefitId, availableUntil, revision, reason };
    await updateBenefit(db, { viewer, address }, change);
    return { message: 'Benefit updated successfully!' };
  });

  route(endpoints.deleteBenefit, async ({ params, body, viewer, address }) => {
    const { benefitId, reason } = body;
    await deleteBenefit(db, { viewer, address }, { accountId: params.accountDBID, benefitId, reason });
    return { message: 'Benefit removed successfully!' };
  });
}
