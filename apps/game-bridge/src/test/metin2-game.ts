import { onTestFinished } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { createAdapter } from '#presets/metin2/metin2.ts';
import { type MariadbDatabase, useMariadbDatabase } from './mariadb-database.ts';
import { createMetin2Tables } from './metin2-tables.ts';
import type { Engine } from './ragnarok-tables.ts';

export type Metin2Test = {
  player: MariadbDatabase;
  account: MariadbDatabase;
  adapter: GameAdapter;
  restart: (onStep?: (step: string) => void) => Promise<GameAdapter>;
  /** What the game's own query loads for the account: `count x vnum`. */
  itemShop: () => Promise<string[]>;
};

export async function useMetin2(engine: Engine, options: Record<string, unknown> = {}): Promise<Metin2Test> {
  const [player, account] = [await useMariadbDatabase(), await useMariadbDatabase()];
  await createMetin2Tables(player, account, engine);
  const restart: Metin2Test['restart'] = async (onStep) => {
    const config = { database: player.url(), accountDatabase: account.url(), soap: undefined };
    const created = await createAdapter(
      { ...config, options: { allowAlter: true, ...options } },
      onStep ? { onStep } : {},
    );
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= created.close());
    onTestFinished(close);
    return { ...created, close };
  };
  const adapter = await restart();
  for (const { fix } of await adapter.check()) await fix?.();
  const itemShop = async () => {
    const rows = await player.rows<{ vnum: number; count: number }>(
      `select id, login, vnum, count from item_award where taken_time is null and id > 0 and mall = 1
       and login = 'Player5' order by id`,
    );
    return rows.map(({ vnum, count }) => `${count}x${vnum}`);
  };
  return { player, account, adapter, restart, itemShop };
}
