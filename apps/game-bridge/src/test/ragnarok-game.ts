import { onTestFinished } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { createAdapter as createHercules } from '#presets/hercules/hercules.ts';
import { createAdapter as createRathena } from '#presets/rathena/rathena.ts';
import { type MariadbDatabase, useMariadbDatabase } from './mariadb-database.ts';
import { createRagnarokTables, type Engine, readInbox } from './ragnarok-tables.ts';

export type Variant = { preset: 'rathena' | 'hercules'; mails: Engine; items: Engine; others: Engine };

/** As the servers' schemas have their tables, and as they are after a conversion. */
export const VARIANTS: Record<string, Variant> = {
  'rathena on MyISAM': { preset: 'rathena', mails: 'MyISAM', items: 'MyISAM', others: 'MyISAM' },
  'rathena on InnoDB': { preset: 'rathena', mails: 'InnoDB', items: 'InnoDB', others: 'InnoDB' },
  'hercules as shipped': { preset: 'hercules', mails: 'MyISAM', items: 'InnoDB', others: 'MyISAM' },
  'hercules on InnoDB': { preset: 'hercules', mails: 'InnoDB', items: 'InnoDB', others: 'InnoDB' },
};

export type RagnarokTest = {
  database: MariadbDatabase;
  preset: Variant['preset'];
  adapter: GameAdapter;
  /** A bridge that starts again; it dies at a step if asked to. */
  restart: (
    onStep?: (step: string) => void,
    options?: Record<string, unknown>,
    user?: string,
  ) => Promise<GameAdapter>;
  inbox: () => Promise<string[]>;
};

/** A game with the bridge's own tables, as `check --fix` leaves it. */
export async function useRagnarok(
  { preset, ...engines }: Variant,
  options: Record<string, unknown> = {},
): Promise<RagnarokTest> {
  const database = await useMariadbDatabase();
  await createRagnarokTables(database, preset, engines);
  const create = preset === 'rathena' ? createRathena : createHercules;
  const restart: RagnarokTest['restart'] = async (onStep, changes = {}, user = 'root') => {
    const url = database.url(user);
    const config = { database: url, accountDatabase: url, soap: undefined };
    const created = await create(
      { ...config, options: { passwords: 'plain', ...options, ...changes } },
      onStep ? { onStep } : {},
    );
    // A test may close it before.
    const closeOnce = created.close;
    let closing: Promise<void> | undefined;
    created.close = () => (closing ??= closeOnce());
    onTestFinished(created.close);
    return created;
  };
  const adapter = await restart();
  await fixEverything(adapter);
  const inbox = () => readInbox(database, preset, { characterId: 150_005, accountId: 2_000_005 });
  return { database, preset, adapter, restart, inbox };
}

export async function fixEverything(adapter: GameAdapter): Promise<void> {
  for (const { fix } of await adapter.check()) await fix?.();
}
