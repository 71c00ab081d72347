import type { Server } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { replaceFile } from '#platform/files/kept-files.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { twitchRedirectUri } from '#platform/twitch/create-twitch.ts';
import { ensureKeys, keysText, type SimulatorKeys } from './simulator-keys.ts';
import { addressOf, listenForTwitch, openPort, portOf } from './simulator-listener.ts';
import { createSnapshotWriter, folderOf, readSnapshot, snapshotFile } from './simulator-snapshot.ts';
import { createTwitchSimulator } from './twitch-simulator.ts';

const FIRST_USERS = ['EmberKeeper', 'LanternFox', 'MoonWarden'];
const PROBES = 20;
const PROBE_TIMEOUT_MS = 1000;
const BETWEEN_PROBES_MS = 50;

/** Where the portal shows the simulator's pages, under its own address. */
export const SIMULATOR_PATH = '/sandbox/twitch';

type Options = {
  /** The portal's data folder. */
  dataDir: string;
  publicOrigin: string;
  brandName: string;
  gameIds: string[];
  log: Logger;
};

export type OpenTwitchSimulator = {
  clientId: string;
  clientSecret: string;
  apiBase: string;
  authBase: string;
  /** The authorize page's address for browsers, on this machine or another. */
  authorizePage: string;
  /** The simulator's address on this machine. */
  url: string;
  close: () => Promise<void>;
};

/**
 * Opens the simulated Twitch of a data folder. The first process on the folder serves it, and the others connect to it.
 * Binding the port decides which process is first.
 */
export async function openTwitchSimulator(options: Options): Promise<OpenTwitchSimulator> {
  const file = path.join(folderOf(options.dataDir), 'keys.json');
  const { keys, server } = await takePort(file);
  const close = server ? await serve(options, { keys, server }) : async () => {};
  const url = addressOf(keys.port);
  return {
    clientId: keys.clientId,
    clientSecret: keys.clientSecret,
    apiBase: `${url}/helix`,
    authBase: `${url}/oauth2`,
    authorizePage: `${options.publicOrigin}${SIMULATOR_PATH}/oauth2/authorize`,
    url,
    close,
  };
}

/** @returns the folder's keys, and the server that this process bound; undefined when another process serves */
async function takePort(file: string): Promise<{ keys: SimulatorKeys; server: Server | undefined }> {
  const spare = await openAnyPort();
  const keys = await ensureKeys(file, portOf(spare));
  if (keys.port === portOf(spare)) return { keys, server: spare };
  const server = await openPort(keys.port);
  if (server || (await isServedAt(keys))) {
    spare.close();
    return { keys, server };
  }
  // Another program uses the port now.
  const moved = { ...keys, port: portOf(spare) };
  await replaceFile(file, keysText(moved));
  return { keys: moved, server: spare };
}

async function openAnyPort(): Promise<Server> {
  const server = await openPort(0);
  if (!server) throw new Error('This machine has no free port.');
  return server;
}

async function serve(
  options: Options,
  { keys, server }: { keys: SimulatorKeys; server: Server },
): Promise<() => Promise<void>> {
  const { brandName, gameIds, publicOrigin, log } = options;
  const file = snapshotFile(options.dataDir);
  const kept = await readSnapshot(file);
  const simulator = createTwitchSimulator({
    application: { ...keys, redirectUris: [twitchRedirectUri(publicOrigin)] },
    brandName,
    gameIds,
    kept,
    save: createSnapshotWriter(file),
  });
  if (kept === undefined) {
    for (const displayName of FIRST_USERS)
      simulator.world.createUser({ login: displayName.toLowerCase(), displayName });
    await simulator.save();
  }
  const listener = listenForTwitch(server, simulator, log);
  return async () => {
    await listener.close();
    await simulator.save();
  };
}

const identitySchema = z.object({ client_id: z.string() });

/** Retries, because the process that has just bound the port may still be loading its snapshot. */
async function isServedAt({ port, clientId }: SimulatorKeys): Promise<boolean> {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const identity = await askIdentity(port);
    if (identity !== undefined) return identity === clientId;
    await pause(BETWEEN_PROBES_MS);
  }
  return false;
}

/** @returns undefined when no simulator answered */
async function askIdentity(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`${addressOf(port)}/identity`, {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return identitySchema.parse(await response.json()).client_id;
  } catch {
    return undefined;
  }
}
