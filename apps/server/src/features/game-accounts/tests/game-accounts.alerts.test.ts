import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { GAME_ACCOUNT_ALERTS } from '#features/game-accounts/game-accounts.alerts.ts';
import { observeGameAccounts } from '#features/game-accounts/game-accounts.ts';
import { queueItems, readDeliveries } from '#test/bridge.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { putGameAccount, reportRules, TestGame, workOnCommands } from '#test/game-accounts.ts';

const portal = await useBridgePortal();
const { db, metrics } = portal.parts;
await reportRules(db);

test('commands that wait although the bridge is there are counted, and raise an alert', async () => {
  observeGameAccounts(metrics, db);
  const [alert] = GAME_ACCOUNT_ALERTS;
  const cases = async () => {
    const { rows } = await db.execute<{ cases: number }>(sql`select ${alert?.count}::int as cases`);
    return rows[0]?.cases;
  };
  await putGameAccount(portal, await createSignedInPlayer(portal), { login: 'Hero', password: 'Sword-42' });
  await portal.lease();
  expect(await cases()).toBe(0);
  await db.execute(sql`update game_account_commands set created_at = now() - interval '16 minutes'`);
  expect(await cases()).toBe(1);
  const { body } = await metrics.render();
  expect(body).toMatch(/waygate_game_account_commands_waiting 1\n/);
  expect(body).toMatch(/waygate_game_account_commands_oldest_seconds 9[6-9]\d/);
  await db.execute(sql`update last_signals set at = now() - interval '11 minutes'`);
  expect(await cases()).toBe(0);
  await workOnCommands(portal, new TestGame());
  expect((await metrics.render()).body).toMatch(/waygate_game_account_commands_waiting 0\n/);
});

test('deliveries that waited for the game account are due as soon as it is active', async () => {
  const player = await createSignedInPlayer(portal);
  await queueItems(portal, 1, { accountId: player.id });
  await db.execute(sql`
    update deliveries set problem = 'no_game_account', available_at = now() + interval '1 hour'
    where account_id = ${player.id}`);
  await putGameAccount(portal, player, { login: 'Buyer', password: 'Sword-42' });
  expect((await readDeliveries(db))[0]?.availableAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
  await workOnCommands(portal, new TestGame());
  expect((await readDeliveries(db))[0]?.availableAt.getTime()).toBeLessThan(Date.now() + 60_000);
});
