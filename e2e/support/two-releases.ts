import { z } from 'zod';
import { createGame, type Game } from './game.ts';
import { openStripePayments, type StripePayments } from './payments.ts';
import {
  createDataFolder,
  createOwner,
  type Portal,
  removeDataFolder,
  startDatabase,
  startPortal,
  startWorker,
  type Worker,
} from './portal.ts';

const ENV = { BRIDGE_LEASE_SECONDS: '10', RECONCILE_SECONDS: '5', DRAIN_SECONDS: '0' };

const recordSchema = z.record(z.string(), z.unknown());

/** Two releases on one database, whose schema is that of the newer one: in the middle of an update. */
export type TwoReleases = {
  /** An api process of the previous release. */
  older: Portal;
  /** An api process of this release. */
  newer: Portal;
  payments: StripePayments;
  game: Game;
  /** Stops what runs of the previous release, and starts a worker of this one. */
  finishUpdate: () => Promise<void>;
};

/** @param release the folder of the previous release */
export async function withTwoReleases(
  release: string,
  work: (releases: TwoReleases) => Promise<void>,
): Promise<void> {
  const [dataDir, owner] = [await createDataFolder(), createOwner()];
  const database = await startDatabase(dataDir);
  const portals: Portal[] = [];
  const workers: Worker[] = [];
  const originNow = () => portals.at(-1)?.origin ?? '';
  let payments: StripePayments | undefined;
  let game: Game | undefined;
  let env: Record<string, string> = ENV;
  const start = async (from?: string) => {
    const portal = await startPortal({ dataDir, owner, env, program: 'api', ...(from && { release: from }) });
    portals.push(portal);
    return portal;
  };
  const startWork = async (from?: string) => {
    const worker = startWorker({
      dataDir,
      env: { ...env, PUBLIC_ORIGIN: originNow() },
      ...(from && { release: from }),
    });
    workers.push(worker);
    await worker.untilWorking();
  };
  try {
    payments = await openStripePayments(originNow);
    env = { ...ENV, ...payments.env };
    // This release migrates the database before the previous one reaches it.
    const newer = await start();
    const older = await start(release);
    await startWork(release);
    game = await createGame(older);
    const finishUpdate = async () => {
      await Promise.all([older.stop(), ...workers.map(({ stop }) => stop())]);
      portals.splice(portals.indexOf(older), 1);
      await startWork();
    };
    await work({ older, newer, payments, game, finishUpdate });
  } finally {
    await Promise.all([...portals, ...workers].map(({ stop }) => stop()));
    await payments?.close();
    await game?.remove();
    await database.stop();
    await removeDataFolder(dataDir);
  }
}

export type Answer = { status: number; body: Record<string, unknown> };

/** Calls the API as a visitor, or with a session. */
export async function call(
  { origin }: Portal,
  method: 'GET' | 'POST',
  path: string,
  { token, body }: { token?: string | undefined; body?: object } = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const parsed: unknown = isJson ? JSON.parse(text) : text;
  // Some answers are lists.
  const isRecord = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return { status: answer.status, body: isRecord ? recordSchema.parse(parsed) : { answer: parsed } };
}
