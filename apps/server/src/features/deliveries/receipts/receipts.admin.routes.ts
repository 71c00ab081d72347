import type { CsvColumn } from '@waygate/contract/csv';
import * as endpoints from '@waygate/contract/deliveries/receipts.admin.endpoints';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import {
  countUnmatchedReceipts,
  readUnmatchedReceipts,
  selectUnmatchedReceipts,
  type UnmatchedReceiptRow,
} from './receipts.queries.ts';
import { keepReceipt, revokeReceipt } from './receipts.service.ts';

type Parts = { db: Database; readTraced: ReadTraced; exportList: ExportList };

/** It goes on from a receipt, not by numbers. */
const FIRST_PAGE = { search: '', page: 1, pageSize: '10' } as const;

export function receiptAdminRoutes(route: Route, { db, readTraced, exportList }: Parts): void {
  route(endpoints.listUnmatchedReceipts, async ({ query: { limit, before, ...filter }, ...staff }) => {
    const page = await readTraced(staff, 'unmatched receipts', { ...FIRST_PAGE, ...filter }, (tx) =>
      readUnmatchedReceipts(tx, filter, { before, limit }),
    );
    return { receipts: page.rows.map(presentReceipt), ...page.totals, before: page.before };
  });

  route(endpoints.exportUnmatchedReceipts, ({ query, ...staff }) =>
    exportList(staff, {
      list: 'unmatched receipts',
      fileName: 'unmatched-receipts',
      columns: COLUMNS,
      present: presentReceipt,
      query,
      readAfter: (tx, { after, limit }) => selectUnmatchedReceipts(tx, query, { before: after?.id, limit }),
      count: (tx) => countUnmatchedReceipts(tx, query),
    }),
  );

  const decisions = [
    [endpoints.keepReceipt, keepReceipt],
    [endpoints.revokeReceipt, revokeReceipt],
  ] as const;
  for (const [endpoint, decide] of decisions)
    route(endpoint, async ({ params: { id }, body: { reason }, viewer, address }) =>
      presentReceipt(await decide(db, { viewer, address }, { id, reason })),
    );
}

function presentReceipt(row: UnmatchedReceiptRow): UnmatchedReceipt {
  const { id, state, serverId, serverName, effect, accountId, userName, kind, itemId, quantity } = row;
  return {
    receiptId: id,
    state,
    serverId,
    serverName,
    effect,
    accountDBID: accountId,
    account: userName === null ? null : { accountDBID: accountId, userName },
    kind,
    itemId,
    quantity,
    idempotencyKey: row.idempotencyKey,
    recordedAt: new Date(row.recordedAt).toISOString(),
    closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
  };
}

const COLUMNS: CsvColumn<UnmatchedReceipt>[] = [
  { label: 'receiptId', value: ({ receiptId }) => receiptId },
  { label: 'state', value: ({ state }) => state },
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'effect', value: ({ effect }) => effect },
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ account }) => account?.userName ?? null },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'quantity', value: ({ quantity }) => quantity },
  { label: 'idempotencyKey', value: ({ idempotencyKey }) => idempotencyKey },
  { label: 'recordedAt', value: ({ recordedAt }) => recordedAt },
  { label: 'closedAt', value: ({ closedAt }) => closedAt },
];
