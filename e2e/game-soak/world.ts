import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import {
  type BridgeProcess,
  createBridgeProcess,
  createRandom,
  shuffle,
} from '../../apps/game-bridge/src/test/kill-harness.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { findFreePort } from '../../apps/game-bridge/src/test/free-port.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { type MariadbServer, startMariadb } from '../../apps/game-bridge/src/test/mariadb.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { createDataFolder, createOwner, type Portal } from '../support/portal.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { removeDataFolder, startDatabase, startPortal } from '../support/portal.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { startProgram, untilEnded } from '../support/game.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { signInOwner } from '../support/staff.ts';
import { openAzerothcore } from './azerothcore.ts';
import type { Game } from './game.ts';
import { openMetin2 } from './metin2.ts';
import { openRagnarok } from './ragnarok.ts';
import { openSimulator } from './simulator.ts';

const START_TRIES = 3;
/** About how long the killing of each kind goes on, from the time that work is queued until it is done. */
const KILLING_MS = 40_000;
/** The longest time that a process is away. */
const LONGEST_AWAY_MS = 400;
/** It may have nothing to do, or nobody to ask. */
const LONGEST_IDLE_MS = 2000;
/** From the first thing that a bridge does again until it is killed. */
const LONGEST_BUSY_MS = 50;
const POLL_SECONDS = 0.5;
const ENV = {
  // Short, so that what a killed bridge had leased comes back within the test.
  BRIDGE_LEASE_SECONDS: '3',
  PUBLIC_ORIGIN: 'http://localhost',
  DEMO_CONTENT: 'off',
};

/** A game server of the portal with its game and its bridge. */
export type Server = {
  id: number;
  token: string;
  game: Game;
  bridge: ReturnType<typeof createBridgeProcess>;
};

export type SoakWorld = {
  portal: () => Portal;
  servers: Server[];
  /** Kills processes of every kind at random, each kind on its own time. */
  killAll: (kills: Kills) => Promise<void>;
  /** How much of the killing is done, from 0 to 1. */
  progress: () => number;
  /** Ends every bridge in order. */
  stopBridges: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Kills = { portal: number; bridge: number; mariadb: number };

/** One portal, and five games with a bridge each. The games that can't lose their database have one of their own. */
export async function openWorld({
  seed,
  itemCount,
}: {
  seed: number;
  itemCount: number;
}): Promise<SoakWorld> {
  const closing: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    const killed = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
    closing.push(killed.stop);
    const spared = await startMariadb();
    closing.push(spared.stop);
    const games = [
      await openSimulator(),
      await openRagnarok(killed.port, { preset: 'rathena', engine: 'InnoDB', passwords: 'plain' }),
      // A killed server may lose what was written to MyISAM, which the bridge's check says.
      await openRagnarok(spared.port, { preset: 'hercules', engine: 'MyISAM', passwords: 'md5' }),
      await openMetin2(killed.port),
      await openAzerothcore(killed.port, { itemCount, random: createRandom(seed) }),
    ];
    closing.push(...games.map((game) => game.stop));
    const portals = await openPortal();
    closing.push(portals.stop);
    const servers = await openServers(portals.now, games);
    closing.push(async () => {
      for (const { bridge } of servers) {
        await bridge.kill();
        bridge.delete();
      }
    });
    for (const server of servers) await startBridge(server);
    let progress = 0;
    return {
      portal: portals.now,
      servers,
      killAll: (kills) =>
        killOnAndOn({
          portals,
          servers,
          mariadb: killed,
          kills,
          seed,
          onKill: (share) => (progress = share),
        }),
      progress: () => progress,
      stopBridges: async () => {
        for (const { bridge } of servers) await bridge.stop();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Portals = { now: () => Portal; kill: () => Promise<void>; start: () => Promise<void> };

/** Its database outlives it, and its address stays, since bridges keep to it. */
async function openPortal(): Promise<Portals & { stop: () => Promise<void> }> {
  const dataDir = await createDataFolder();
  const database = await startDatabase(dataDir);
  const options = { dataDir, owner: createOwner(), env: ENV, port: await findFreePort() };
  const start = async (): Promise<Portal> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await startPortal({ ...options, program: 'api' });
      } catch (error) {
        // Right after a kill on a busy machine, the database may not answer in time.
        if (tries === START_TRIES) throw error;
      }
    }
  };
  let portal = await start();
  return {
    now: () => portal,
    kill: () => portal.kill(),
    start: async () => void (portal = await start()),
    stop: async () => {
      await portal.stop();
      await database.stop();
      await removeDataFolder(dataDir);
    },
  };
}

async function openServers(portalNow: () => Portal, games: Game[]): Promise<Server[]> {
  const owner = await signInOwner(portalNow);
  const servers: Server[] = [];
  for (const [place, game] of games.entries()) {
    const id = place === 0 ? 1 : await createServer(owner, game.name);
    // The first server's bridge may call from this machine as it is.
    if (place > 0)
      expectDone(await owner.call('POST', `/admin/game/servers/${id}/addresses`, { address: '127.0.0.1' }));
    const created = await owner.call('POST', `/admin/game/servers/${id}/tokens`, { label: game.name });
    const { token } = z.object({ token: z.string() }).parse(created.body);
    const { origin } = portalNow();
    const bridge = createBridgeProcess({ origin, token }, game.configuration, POLL_SECONDS);
    servers.push({ id, token, game, bridge });
  }
  return servers;
}

async function createServer(owner: Awaited<ReturnType<typeof signInOwner>>, name: string): Promise<number> {
  const { body } = await owner.call('POST', '/admin/game/servers', { name, slug: name });
  return z.object({ serverId: z.int() }).parse(body).serverId;
}

function expectDone({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`The portal answered ${status}: ${JSON.stringify(body)}`);
}

async function startBridge({ bridge, game }: Server): Promise<void> {
  const { code, output } = await untilEnded(
    startProgram('game-bridge', ['--config', bridge.file, 'check', '--fix']),
  );
  if (code !== 0) throw new Error(`The check of ${game.name} ended with ${code}:\n${output}`);
  await bridge.start();
}

type Victim = {
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Waits until it is worth a kill. */
  untilBusy?: () => Promise<void>;
};

function many(victim: Victim, count: number): Victim[] {
  return Array<Victim>(count).fill(victim);
}

async function killOnAndOn({
  portals,
  servers,
  mariadb,
  kills,
  seed,
  onKill,
}: {
  portals: Portals;
  servers: Server[];
  mariadb: MariadbServer;
  kills: Kills;
  seed: number;
  onKill: (share: number) => void;
}): Promise<void> {
  const random = createRandom(seed);
  const bridges = servers.flatMap(({ bridge }) => many(asVictim(bridge, random), kills.bridge));
  // Two bridges may be dead at once, with the portal and the database.
  const half = Math.ceil(bridges.length / 2);
  const shuffled = shuffle(bridges, random);
  const streams = [
    shuffled.slice(0, half),
    shuffled.slice(half),
    many(portals, kills.portal),
    many(mariadb, kills.mariadb),
  ];
  const total = streams.flat().length;
  let killed = 0;
  await Promise.all(
    streams.map(async (victims) => {
      for (const victim of victims) {
        await pause((random() * 2 * KILLING_MS) / victims.length);
        await victim.untilBusy?.();
        await victim.kill();
        await pause(random() * LONGEST_AWAY_MS);
        await victim.start();
        killed += 1;
        onKill(killed / total);
      }
    }),
  );
}

/** Killed in the middle of its work. */
function asVictim({ kill, start, log }: BridgeProcess, random: () => number): Victim {
  return {
    kill,
    start,
    untilBusy: async () => {
      const before = log().length;
      const deadline = Date.now() + LONGEST_IDLE_MS;
      while (log().length === before && Date.now() < deadline) await pause(2);
      await pause(random() * LONGEST_BUSY_MS);
    },
  };
}
