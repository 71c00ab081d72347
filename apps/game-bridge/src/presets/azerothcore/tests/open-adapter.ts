import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { inject, onTestFinished } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { createAdapter } from '#presets/azerothcore/azerothcore.ts';
import { makeGrant } from '#test/deliveries.ts';
import { type AzerothcoreDatabases, createAzerothcoreDatabases } from './game-tables.ts';
import { SOAP_PASSWORD, SOAP_USER, startWorldserver, type Worldserver } from './worldserver.ts';

export type TestGame = AzerothcoreDatabases & { worldserver: Worldserver };

/** A game with an empty mailbox, ended with the running test. */
export async function startGame(): Promise<TestGame> {
  const databases = await createAzerothcoreDatabases(inject('mariadbPort') ?? 0);
  const worldserver = await startWorldserver(databases.characters, databases.world);
  onTestFinished(async () => {
    await worldserver.stop();
    await databases.drop();
  });
  return { ...databases, worldserver };
}

export function soapAddress(port: number, password = SOAP_PASSWORD, user = SOAP_USER): string {
  return `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/`;
}

/** The adapter with the tables that `check --fix` makes. */
export async function openAdapter(
  game: TestGame,
  options: Record<string, unknown> = {},
  soap = soapAddress(game.worldserver.port),
): Promise<GameAdapter> {
  const adapter = await createAdapter({
    database: game.characters.url(),
    accountDatabase: game.auth.url(),
    soap,
    options: { worldDatabase: game.world.url(), mailWaitSeconds: 0.6, soapTimeoutSeconds: 0.6, ...options },
  });
  onTestFinished(adapter.close);
  for (const { fix } of await adapter.check()) await fix?.();
  return adapter;
}

export function grant(changes: Partial<Delivery> = {}): Delivery {
  return makeGrant({
    login: null,
    gameAccountId: null,
    characterId: '7',
    characterName: 'Thrall',
    itemId: 49426,
    quantity: 2,
    ...changes,
  });
}
