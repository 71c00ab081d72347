import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nothing may be left to do. */
const MAX_IDLE_MS = 3_000;
const BRIDGE = path.join(import.meta.dirname, '../bin/game-bridge.ts');

/** A process that is killed at random: the bridge, the database, the portal. */
export type Victim = {
  name: string;
  /** How often. */
  kills: number;
  /** `kill -9`, and waits for its end. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** What must happen after its start before it is worth a kill. */
  untilBusy?: () => Promise<void>;
};

export type KillRun = {
  victims: Victim[];
  isDone: () => boolean | Promise<boolean>;
  /** The same seed kills in the same order, though not at the same instant. */
  seed: number;
  /** The longest life of a victim that is busy. */
  longestLifeMs?: number;
  timeoutMs?: number;
};

/**
 * Kills victims until all kills are spent, and then waits until everything is done. The victims are running at the start.
 *
 * @returns how many victims were killed: fewer than asked for if everything was done before
 * @throws Error if it isn't done in time
 */
export async function killAtRandom({
  victims,
  isDone,
  seed,
  longestLifeMs = 60,
  timeoutMs = 150_000,
}: KillRun): Promise<number> {
  const random = createRandom(seed);
  const deadline = Date.now() + timeoutMs;
  const order = shuffle(
    victims.flatMap((victim) => Array<Victim>(victim.kills).fill(victim)),
    random,
  );
  let kills = 0;
  for (const victim of order) {
    if (await isDone()) break;
    await Promise.race([victim.untilBusy?.(), sleep(MAX_IDLE_MS)]);
    await sleep(random() * longestLifeMs);
    await victim.kill();
    kills += 1;
    // Away for a while, so that the others notice.
    await sleep(random() * longestLifeMs);
    await victim.start();
  }
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`It isn't done after ${kills} kills (seed ${seed}).`);
    await sleep(20);
  }
  return kills;
}

export type BridgeProcess = Pick<Victim, 'kill' | 'start'> & {
  /** Ends it gracefully. */
  stop: () => Promise<void>;
  log: () => string;
  /** Its configuration. */
  file: string;
};

/** The bridge as operators run it, in a process of its own. `configuration` is the YAML without portal and token. */
export function createBridgeProcess(
  portal: { origin: string; token: string },
  configuration: string,
  pollSeconds = 0.05,
): BridgeProcess & { delete: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-bridge-'));
  const [file, logFile] = [path.join(folder, 'bridge.yaml'), path.join(folder, 'log')];
  writeFileSync(
    file,
    `portal: ${portal.origin}\ntoken: ${portal.token}\nlisten: 'off'\npollSeconds: ${pollSeconds}\n${configuration}\n`,
  );
  // More than one, if callers at the same time start it again after a kill.
  const running = new Set<ChildProcess>();

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    await Promise.all(
      [...running].map(async (child) => {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }),
    );
  };
  return {
    start: async () => {
      const output = openSync(logFile, 'a');
      const child = spawn(process.execPath, [BRIDGE, '--config', file, 'run'], {
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      await once(child, 'spawn');
      running.add(child);
      child.on('exit', () => running.delete(child));
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    log: () => readFileSync(logFile, 'utf8'),
    file,
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffle<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
