import * as endpoints from '@waygate/contract/statistics/statistics.endpoints';
import { selectGameServers, selectPlayersOnline } from '#features/game-servers/game-servers.ts';
import type { ReadGate } from '#platform/db/paging/read-gate.ts';
import type { Route } from '#platform/http/route.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import {
  countAccountsWithCharacters,
  selectCharacterCounts,
  selectLastReport,
} from './character-statistics.queries.ts';
import { countAccounts, countDifferentPlayers, selectGameDays } from './game-statistics.queries.ts';
import {
  booksOf,
  countBuyers,
  selectCampaigns,
  selectOrdersByState,
  selectPaid,
} from './payment-statistics.queries.ts';
import { inOneSnapshot } from './snapshot.ts';
import { presentPlayersOnline } from './players-online.presenter.ts';
import { presentCharacters, presentGame, presentPayment } from './statistics.presenter.ts';

const TOP_CAMPAIGNS = 50;

export function statisticsRoutes(
  route: Route,
  { readGate, payments }: { readGate: ReadGate; payments: PaymentProvider | undefined },
): void {
  route(endpoints.getGameStatistics, ({ query }) =>
    inOneSnapshot(readGate, async (tx) =>
      presentGame({
        days: await selectGameDays(tx, query),
        players: await countDifferentPlayers(tx, query),
        accounts: await countAccounts(tx),
      }),
    ),
  );

  route(endpoints.getPlayersOnline, () =>
    inOneSnapshot(readGate, async (tx) =>
      presentPlayersOnline(await selectGameServers(tx), await selectPlayersOnline(tx)),
    ),
  );

  route(endpoints.getPaymentStatistics, ({ query }) => {
    const books = booksOf(payments);
    const question = { period: query, books };
    return inOneSnapshot(readGate, async (tx) =>
      presentPayment({
        isLive: books.isLive,
        ...(await selectPaid(tx, question)),
        buyers: await countBuyers(tx, question),
        byState: await selectOrdersByState(tx, question),
        campaigns: await selectCampaigns(tx, { ...question, limit: TOP_CAMPAIGNS }),
      }),
    );
  });

  route(endpoints.getCharacterStatistics, ({ query }) =>
    inOneSnapshot(readGate, async (tx) =>
      presentCharacters({
        ...(await selectCharacterCounts(tx, query)),
        accounts: await countAccountsWithCharacters(tx, query),
        lastReport: await selectLastReport(tx),
      }),
    ),
  );
}
