import * as endpoints from '@waygate/contract/budgets/budgets.endpoints';
import { isOwner } from '@waygate/contract/ranks';
import type { FastifyInstance } from 'fastify';
import { type ExportList, selectBudgetsOfToday } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import { AppError } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { exportStaffBudgets } from './budget-export.service.ts';
import { presentDefaults, presentStaffBudget, presentToday } from './budgets.presenter.ts';
import { selectDefaults, selectStaffBudgets } from './budgets.queries.ts';
import { changeBudget, changeDefaults, raiseBudget } from './budgets.service.ts';

type Parts = { db: Database; readList: ReadList; exportList: ExportList; metrics: Metrics };

/** Budgets as owners set them, and as staff see their own. */
export function budgetAdminRoutes(route: Route, app: FastifyInstance, parts: Parts): void {
  const { db, readList, exportList } = parts;
  observeRefusals(app, parts.metrics);

  route(endpoints.getOwnBudgets, async ({ viewer }) =>
    presentToday(await selectBudgetsOfToday(db, viewer.accountId), isOwner(viewer)),
  );

  route(endpoints.listStaffBudgets, async ({ query }) => {
    const { rows, totals } = await readList(query, (tx) => selectStaffBudgets(tx, query));
    return { staff: rows.map(presentStaffBudget), ...totals };
  });

  route(endpoints.exportStaffBudgets, ({ query, ...staff }) => exportStaffBudgets(exportList, staff, query));

  route(endpoints.getBudgetDefaults, async () => presentDefaults(await selectDefaults(db)));

  route(endpoints.updateBudgetDefaults, ({ body, viewer, address }) =>
    changeDefaults(db, { viewer, address }, body),
  );

  route(endpoints.updateStaffBudget, ({ params, body, viewer, address }) =>
    changeBudget(db, { viewer, address }, { ...body, accountId: params.accountDBID }),
  );

  route(endpoints.raiseBudget, ({ params, body, viewer, address }) =>
    raiseBudget(db, { viewer, address }, { ...body, accountId: params.accountDBID }),
  );
}

/** Counts and logs each write that a budget refused, of whichever feature. */
function observeRefusals(app: FastifyInstance, metrics: Metrics): void {
  const count = metrics.counter(
    'waygate_budget_refusals_total',
    'Writes of staff that went past their budget of the day.',
    'kind',
  );
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || !error.details.budget) return;
    const { budget, staffId } = error.details;
    count(budget.kind);
    request.log.warn({ staffId, ...budget }, 'a staff member reached the limit of a budget');
  });
}
