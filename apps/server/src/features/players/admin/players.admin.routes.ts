import * as endpoints from '@waygate/contract/players/players.endpoints';
import { hidesContact } from '#features/identity/identity.ts';
import { getTracedAccount, traceRows } from '#features/staff/staff.ts';
import { booksOf } from '#features/statistics/statistics.ts';
import type { Database } from '#platform/db/database.ts';
import { forbidden } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import { createNote, deleteNote } from './notes.service.ts';
import { readPlayer } from './player.service.ts';
import { readSharedAccounts, readSharedAddress } from './shared-address.service.ts';
import { readTimeline } from './timeline.service.ts';

/** The page of one player: what belongs to the account, notes by staff, and what happened. */
export function playerAdminRoutes(
  route: Route,
  { db, payments }: { db: Database; payments: PaymentProvider | undefined },
): void {
  route(endpoints.getPlayer, async ({ params, ...staff }) =>
    readPlayer(db, staff.viewer, {
      account: await getTracedAccount(db, staff, params.id),
      books: booksOf(payments),
    }),
  );

  route(endpoints.getTimeline, async ({ params, query, ...staff }) =>
    readTimeline(db, staff.viewer, { account: await getTracedAccount(db, staff, params.id), ...query }),
  );

  route(endpoints.getSharedAddress, async ({ params, ...staff }) => {
    const account = await getTracedAccount(db, staff, params.id);
    if (hidesContact(staff.viewer, account)) throw forbidden();
    return readSharedAddress(db, staff.viewer, account.id);
  });

  route(endpoints.listSharedAccounts, async ({ params, query, ...staff }) => {
    const account = await getTracedAccount(db, staff, params.id);
    if (hidesContact(staff.viewer, account)) throw forbidden();
    const page = await readSharedAccounts(db, staff.viewer, { id: account.id, ...query });
    if (page.accounts.length > 0) await traceRows(db, staff, { list: 'users', rows: page.accounts.length });
    return page;
  });

  route(endpoints.createNote, ({ params, body, ...staff }) =>
    createNote(db, staff, { accountId: params.id, ...body }),
  );

  route(endpoints.deleteNote, ({ params, ...staff }) =>
    deleteNote(db, staff, { accountId: params.id, noteId: params.noteId }),
  );
}
