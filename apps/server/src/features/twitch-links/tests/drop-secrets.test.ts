import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { FAULTS } from '#simulators/twitch/simulated-faults.ts';
import { createTwitchClient } from '#platform/twitch/twitch-client.ts';
import { captureLog } from '#test/captured-log.ts';
import { aMinute, createDropsPortal, createStreamer, sampleAt } from '#test/drop-journeys.ts';
import type { EnabledTwitch } from '#features/twitch-links/twitch-parts.ts';
import { selectStreamerTokens } from '#features/twitch-links/streamer-tokens.queries.ts';
import { getAccessToken, validateTokens } from '#features/twitch-links/access-tokens.ts';

test('no token, key or secret reaches the log or the samples when refresh, validation or samples fail', async () => {
  const captured = captureLog('trace');
  const portal = await createDropsPortal({ log: captured.log });
  onTestFinished(() => portal.close());
  const { db } = portal.parts;
  const { faults } = portal.twitch.simulator;
  const streamer = await createStreamer(portal);
  const stored = await selectStreamerTokens(db, streamer.id);
  /** A separate process that has seen no 429 and no recent answer from Twitch. */
  const hasty = (): EnabledTwitch => {
    const client = createTwitchClient(portal.twitch.application, { timeoutMs: 200, longestWaitMs: 0 });
    return { ...portal.drops, twitch: { ...portal.drops.twitch, client } };
  };
  const reset = () =>
    db.execute(sql`
      update twitch_streamers set needs_new_link = false, refreshed_until = '-infinity', expires_at = now() + interval '4 hours',
        validated_at = now() - interval '2 hours', validation_tried_at = '-infinity',
        access_token = ${stored?.accessToken}, refresh_token = ${stored?.refreshToken}`);
  const expire = () => db.execute(sql`update twitch_streamers set expires_at = now()`);
  let minute = await aMinute(portal);

  for (const fault of FAULTS) {
    faults.endAll();
    faults.plan({ fault, slowMs: 1000 });
    await reset();
    await validateTokens(hasty());
    await expire();
    await getAccessToken(hasty(), streamer.id).catch((err: unknown) => captured.log.warn({ err }, 'failed'));
    await reset();
    await sampleAt({ ...portal, drops: hasty() }, (minute += 1));
    faults.endAll();
    faults.plan({ fault, slowMs: 1000, endpoint: 'chatters' });
    await sampleAt({ ...portal, drops: hasty() }, (minute += 1));
  }
  faults.endAll();
  // What cannot be stored, and what cannot be read.
  const other = await createStreamer(portal);
  await expire();
  await db.execute(
    sql`alter table twitch_streamers add constraint never check (expires_at < now() + interval '1 hour') not valid`,
  );
  // With the usual time limit: Twitch has to answer.
  await getAccessToken(portal.drops, other.id).catch((err: unknown) => captured.log.warn({ err }, 'failed'));
  await db.execute(sql`alter table twitch_streamers drop constraint never`);
  await reset();
  await db.execute(sql`update twitch_streamers set access_token = refresh_token, refresh_token = '\\x00'`);
  await validateTokens(hasty());
  await sampleAt({ ...portal, drops: hasty() }, (minute += 1));

  const { rows } = await db.execute(sql`select detail from drop_samples`);
  const output = `${captured.text()}${JSON.stringify(rows)}`;
  expect(output).toContain('a streamer could not be validated');
  expect(output).toContain('with 429');
  expect(output).toContain('refreshed tokens could not be stored');
  expect(output).toContain('a stored token cannot be read');
  const sealed = [stored?.accessToken, stored?.refreshToken].flatMap((bytes) => writings(bytes));
  const keys = portal.twitch.config.tokenKeys.flatMap(({ key }) => writings(key));
  const secrets = [...portal.twitch.secrets(), ...keys, ...sealed];
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
}, 400_000);

/** The ways in which a log could write bytes. */
function writings(bytes: Buffer = Buffer.alloc(0)): string[] {
  return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'), [...bytes].join(',')];
}
