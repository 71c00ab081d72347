import { once } from 'node:events';
import type { EnabledTwitch } from '#features/twitch-links/twitch-parts.ts';
import { sampleMinute } from '#features/drops/sampling.service.ts';
import type { TwitchConfig } from '#platform/config/twitch-config.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';

/** What a separate process needs to sample a minute. */
export type SamplingOrder = {
  connection: Connection;
  twitch: Omit<Extract<TwitchConfig, { provider: 'twitch' }>, 'tokenKeys'>;
  /** In base64. */
  tokenKey: { id: string; key: string };
  publicOrigin: string;
  /** How wrong the process's own clock is. */
  clockAheadMs: number;
};

/** To be run with an order, as JSON, for its argument: says `ready`, waits for a word, samples, and says how it went. */
export const SAMPLING_PROGRAM = import.meta.filename;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main({ connection, twitch, tokenKey, publicOrigin, clockAheadMs }: SamplingOrder) {
  setClockAhead(clockAheadMs);
  const log = createLogger({ level: 'silent' });
  const { db, close } = openDatabase({ connection, log });
  const { id, key } = tokenKey;
  const tokenKeys = [{ id, key: Buffer.from(key, 'base64') }];
  const parts: EnabledTwitch = {
    db,
    log,
    twitch: createTwitch({ ...twitch, tokenKeys, publicOrigin }),
    config: { drops: { dailyCapMinutes: undefined, tickSeconds: 60 } },
  };
  console.log('ready');
  await once(process.stdin, 'data');
  console.log(await sampleMinute(parts));
  await close();
  process.exit();
}

function setClockAhead(ms: number): void {
  const trueNow = Date.now;
  const now = () => trueNow() + ms;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
