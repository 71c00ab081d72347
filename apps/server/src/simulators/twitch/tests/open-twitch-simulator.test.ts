import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTwitchClient } from '#platform/twitch/twitch-client.ts';
import { TwitchRefused } from '#platform/twitch/twitch-errors.ts';
import { captureLog } from '#test/captured-log.ts';
import { openPort } from '#simulators/twitch/simulator-listener.ts';
import { type OpenTwitchSimulator, openTwitchSimulator } from '#simulators/twitch/open-twitch-simulator.ts';

const ORIGIN = 'http://localhost:3000';

async function useFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-twitch-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function open(dataDir: string, log = captureLog().log): Promise<OpenTwitchSimulator> {
  const options = { dataDir, publicOrigin: ORIGIN, brandName: 'Agaia', gameIds: ['7'], log };
  const simulator = await openTwitchSimulator(options);
  onTestFinished(simulator.close);
  return simulator;
}

const clientOf = ({ clientId, clientSecret, apiBase, authBase }: OpenTwitchSimulator) =>
  createTwitchClient({
    clientId,
    clientSecret,
    apiBase,
    authBase,
    redirectUri: `${ORIGIN}/api/auth/twitch/callback`,
  });

/** Presses a button of one of its pages, as a browser does. */
async function press(address: string, fields: Record<string, string>): Promise<string> {
  const page = await (await fetch(address)).text();
  const token = /name="form_token"\s+value="([^"]+)"/.exec(page)?.[1] ?? '';
  const user = /name="user"\s+value="(\d+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ form_token: token, user, ...fields });
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

test('users, grants, streams and chats survive a restart, at the same address', async () => {
  const dataDir = await useFolder();
  const first = await open(dataDir);
  expect(first.authorizePage).toBe(`${ORIGIN}/sandbox/twitch/oauth2/authorize`);
  const authorizeUrl = new URL(clientOf(first).authorizeUrl({ state: 's', purpose: 'streamer' }));
  const back = new URL(await press(authorizeUrl.href, { choice: 'allow' }));
  const tokens = await clientOf(first).exchangeCode(back.searchParams.get('code') ?? '');
  const { userId, login } = await clientOf(first).validate(tokens.accessToken);
  const control = `${first.url}/control`;
  await press(control, { action: 'go_live', userId, gameId: '7', title: 'Emberdeep' });
  await press(control, { action: 'join', userId, broadcasterId: userId });
  await first.close();

  const second = await open(dataDir);
  expect(second).toMatchObject({ url: first.url, clientId: first.clientId });
  const client = clientOf(second);
  expect(await client.validate(tokens.accessToken)).toMatchObject({ userId, login });
  expect(await client.getStreams([userId])).toMatchObject([{ userId, gameId: '7' }]);
  expect(await (await fetch(control)).text()).toContain('Emberdeep');
  const chat = { broadcasterId: userId, accessToken: tokens.accessToken };
  expect(await client.getChatters(chat)).toEqual([userId]);
  const fresh = await client.refresh(tokens.refreshToken);
  await second.close();

  const third = clientOf(await open(dataDir));
  await expect(third.refresh(tokens.refreshToken)).rejects.toThrow(TwitchRefused);
  expect(await third.refresh(fresh.refreshToken)).toMatchObject({ scopes: ['moderator:read:chatters'] });
});

test('it starts with sample users, and its files are readable by their owner only', async () => {
  const dataDir = await useFolder();
  const { url } = await open(dataDir);
  const page = await (await fetch(`${url}/control`)).text();
  for (const name of ['EmberKeeper', 'LanternFox', 'MoonWarden']) expect(page).toContain(name);
  const folder = path.join(dataDir, 'twitch-simulator');
  const files = await readdir(folder);
  expect(files.toSorted()).toEqual(['keys.json', 'state.json']);
  const modes = await Promise.all(
    files.map(async (file) => (await stat(path.join(folder, file))).mode & 0o777),
  );
  expect(modes).toEqual([0o600, 0o600]);
});

test('it listens on loopback only', async () => {
  const server = await openPort(0);
  onTestFinished(() => void server?.close());
  expect(server?.address()).toMatchObject({ address: '127.0.0.1' });
  const { url, apiBase, authBase } = await open(await useFolder());
  expect([url, apiBase, authBase].map((address) => new URL(address).hostname)).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
  ]);
});

test('of ten concurrent processes one serves and all reach the same simulator', async () => {
  const dataDir = await useFolder();
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(dataDir)));
  expect(new Set(opened.map(({ url, clientId }) => `${url} ${clientId}`)).size).toBe(1);
  const [{ url } = { url: '' }] = opened;
  await press(`${url}/control`, { action: 'create_user', login: 'somebody' });
  const text = await readFile(path.join(dataDir, 'twitch-simulator/state.json'), 'utf8');
  expect(text).toContain('somebody');
});

test('a client continues when the process that served is back', async () => {
  const dataDir = await useFolder();
  const first = await open(dataDir);
  const other = clientOf(await open(dataDir));
  await first.close();
  // A connection that was kept from before may be reset first.
  await expect.poll(() => other.getStreams(['1']).catch(String)).toContain('ECONNREFUSED');
  await open(dataDir);
  expect(await other.getStreams(['1'])).toEqual([]);
});

test('a port now used by another program is left alone', async () => {
  const dataDir = await useFolder();
  const first = await open(dataDir);
  await first.close();
  const stranger = createServer((_, response) => response.end('{"client_id":"another"}'));
  await new Promise<void>((resolve) =>
    stranger.listen(Number(new URL(first.url).port), '127.0.0.1', resolve),
  );
  onTestFinished(() => void stranger.close());
  const second = await open(dataDir);
  expect(second.url).not.toBe(first.url);
  expect(second).toMatchObject({ clientId: first.clientId, clientSecret: first.clientSecret });
  expect(await clientOf(second).getStreams(['1'])).toEqual([]);
  expect((await open(dataDir)).url).toBe(second.url);
});

test('an unreadable state is replaced; unreadable keys are reported', async () => {
  const dataDir = await useFolder();
  const first = await open(dataDir);
  await first.close();
  const folder = path.join(dataDir, 'twitch-simulator');
  await writeFile(path.join(folder, 'state.json'), '{"world":');
  const second = await open(dataDir);
  expect(await (await fetch(`${second.url}/control`)).text()).toContain('EmberKeeper');
  await second.close();
  await writeFile(path.join(folder, 'keys.json'), '{}');
  await expect(open(dataDir)).rejects.toThrow('Delete its folder to start over');
});

test('nothing it does is logged, least of all tokens', async () => {
  const { log, text } = captureLog();
  const simulator = await open(await useFolder(), log);
  const client = clientOf(simulator);
  const authorizeUrl = client.authorizeUrl({ state: 's', purpose: 'streamer' });
  const back = new URL(await press(authorizeUrl, { choice: 'allow' }));
  const tokens = await client.exchangeCode(back.searchParams.get('code') ?? '');
  await client.refresh(tokens.refreshToken);
  await client.getStreams(['1']);
  await press(`${simulator.url}/control`, { action: 'fail', endpoint: 'all', fault: '500', seconds: '9' });
  await expect(client.getStreams(['1'])).rejects.toThrow('500');
  expect(text()).toBe('');
});
