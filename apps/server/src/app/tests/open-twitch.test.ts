import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '#platform/config/config.ts';
import { captureLog } from '#test/captured-log.ts';
import { useTwitchServer } from '#test/twitch-server.ts';
import { openTwitch } from '#app/open-twitch.ts';
import type { Program } from '#app/run-program.ts';
import { createShutdown } from '#app/shutdown.ts';
import { describeSite } from '#app/site/site.ts';

async function useProgram(changes: Partial<Config> = {}): Promise<Program> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-open-'));
  const { log } = captureLog();
  const shutdown = createShutdown(log);
  onTestFinished(async () => {
    await shutdown.run();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { config: { ...readConfig({}), dataDir, ...changes }, log, shutdown, print: () => {} };
}

test('a fresh data folder gets the simulated Twitch with persistent keys', async () => {
  const program = await useProgram();
  const twitch = await openTwitch(program);
  expect([...(twitch?.gameIds ?? [])]).toEqual(['900001']);
  expect(twitch?.simulatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await twitch?.client.getStreams(['1'])).toEqual([]);
  expect(twitch?.client.authorizeUrl({ state: 's', purpose: 'viewer' })).toContain(
    'http://localhost:3000/sandbox/twitch/oauth2/authorize?response_type=code',
  );
  expect((await stat(path.join(program.config.dataDir, 'twitch-token-key'))).mode & 0o777).toBe(0o600);
  const sealed = twitch?.tokens.seal('token', 1);
  const second = await openTwitch(program);
  expect(sealed && second?.tokens.open(sealed, 1)).toBe('token');
  expect(describeSite(program.config).features.twitch).toBe(true);
});

test('a configured application uses the real Twitch, without a simulator', async () => {
  const { config: given, application } = await useTwitchServer();
  const program = await useProgram({ twitch: { ...given, tokenKeys: [] } });
  const twitch = await openTwitch(program);
  expect(twitch?.simulatorUrl).toBeUndefined();
  expect(await twitch?.client.getStreams(['1'])).toEqual([]);
  const url = new URL(twitch?.client.authorizeUrl({ state: 's', purpose: 'viewer' }) ?? '');
  expect(url.searchParams.get('client_id')).toBe(application.clientId);
  await expect(stat(path.join(program.config.dataDir, 'twitch-simulator'))).rejects.toThrow('ENOENT');
});

test('switching Twitch off leaves no client, and the site says so', async () => {
  const program = await useProgram({ mode: 'public', twitch: { provider: 'off' } });
  expect(await openTwitch(program)).toBeUndefined();
  expect(describeSite(program.config).features.twitch).toBe(false);
});

test('public mode never gets the simulated Twitch, even with a forged configuration', async () => {
  const program = await useProgram({ mode: 'public' });
  expect(await openTwitch(program)).toBeUndefined();
  await expect(stat(path.join(program.config.dataDir, 'twitch-simulator'))).rejects.toThrow('ENOENT');
});

test('shutdown waits for pending Twitch calls while the simulator still answers', async () => {
  const program = await useProgram();
  const twitch = await openTwitch(program);
  const { promise: asked, resolve: ask } = Promise.withResolvers<undefined>();
  const answer = twitch?.inFlight.run(async () => {
    await asked;
    return twitch.client.getStreams(['1']);
  });
  const stopped = program.shutdown.run();
  ask(undefined);
  expect(await answer).toEqual([]);
  await stopped;
  await expect(twitch?.client.getStreams(['1'])).rejects.toThrow('did not answer');
});
