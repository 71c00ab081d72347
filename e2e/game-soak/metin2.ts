// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { createMetin2Tables } from '../../apps/game-bridge/src/test/metin2-tables.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { openMariadbDatabase } from '../../apps/game-bridge/src/test/open-mariadb-database.ts';
import type { Game, Thing } from './game.ts';

const FIRST_ACCOUNT = 1000;

export async function openMetin2(port: number): Promise<Game> {
  const [player, account] = [await openMariadbDatabase(port), await openMariadbDatabase(port)];
  await createMetin2Tables(player, account, 'InnoDB');
  return {
    name: 'metin2',
    configuration: `game: metin2\ndatabase: ${player.url()}\naccountDatabase: ${account.url()}\nallowAlter: true`,
    isAtMostOnce: false,
    recipients: async (accountIds) => {
      const rows = accountIds.map((_, place) => ({
        account: { id: String(FIRST_ACCOUNT + place), login: `Veteran${place}` },
        characterId: null,
        id: `Veteran${place}`,
      }));
      for (const { id, login } of rows.map((row) => row.account))
        await account.run(`insert into account (id, login, password) values (${id}, '${login}', '-')`);
      return rows;
    },
    // The game's own query, for everybody.
    inbox: async () => {
      const rows = await player.rows<Record<keyof Thing, unknown>>(
        `select login as recipient, vnum as itemId, count as quantity from item_award
         where taken_time is null and id > 0 and mall = 1`,
      );
      return rows.map(({ recipient, itemId, quantity }) => ({
        recipient: String(recipient),
        itemId: Number(itemId),
        quantity: Number(quantity),
      }));
    },
    receipts: () => player.rows('select idempotency_key as `key`, state from waygate_receipts'),
    halfDone: () => player.rows(`select idempotency_key as what from waygate_receipts where state = 'begun'`),
    canSignIn: async (login, password) => {
      const rows = await account.rows(
        `select 1 from account where login = '${login}' and password = password('${password}')`,
      );
      return rows.length === 1;
    },
    isLocked: async (login) => {
      const rows = await account.rows(
        `select 1 from account where login = '${login}' and (status <> 'OK' or availDt > now())`,
      );
      return rows.length > 0;
    },
    faults: () => [],
    stop: async () => {},
  };
}
