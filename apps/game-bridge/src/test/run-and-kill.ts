import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { PresetConfig } from '#preset.ts';

const SCRIPT = path.join(import.meta.dirname, 'apply-deliveries.ts');
const SETTLED: (Applied['is'] | undefined)[] = ['applied', 'duplicate', 'rejected', 'unknown'];
const LOST_ACKNOWLEDGEMENTS = 0.15;

/** What the portal knows of each delivery, by its key. */
export type Outcomes = Map<string, Applied['is']>;

export type BridgeRun = {
  name: string;
  config: PresetConfig;
  deliveries: Delivery[];
  outcomes: Outcomes;
  /** It is killed within this time from its first sign of life. */
  killWithinMs: number;
};

/**
 * One life of a bridge, which ends by `kill -9` at a random time, or when it is done. Some acknowledgements get lost on
 * their way. @returns whether it was killed
 */
export async function runAndKill({
  name,
  config,
  deliveries,
  outcomes,
  killWithinMs,
}: BridgeRun): Promise<boolean> {
  const waiting = deliveries.filter(({ idempotencyKey }) => !outcomes.has(idempotencyKey));
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify({ name, config, deliveries: waiting })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let timer: NodeJS.Timeout | undefined;
  for await (const line of createInterface(child.stdout)) {
    timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * killWithinMs);
    // Written by the script.
    const { key, is } = JSON.parse(line) as { key?: string; is?: Applied['is'] };
    const isLost = Math.random() < LOST_ACKNOWLEDGEMENTS;
    if (key !== undefined && is !== undefined && SETTLED.includes(is) && !isLost) outcomes.set(key, is);
  }
  const [, signal] = await exited;
  clearTimeout(timer);
  return signal === 'SIGKILL';
}
