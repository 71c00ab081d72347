import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PRODUCTION } from '#test/environments.ts';
import { readConfig } from './config.ts';

const KEY = randomBytes(32);
const BASE64 = KEY.toString('base64');
const APPLICATION = {
  TWITCH_CLIENT_ID: 'clientabc',
  TWITCH_CLIENT_SECRET: 'secretabc',
  TWITCH_GAME_IDS: '33214, 509658,33214',
};
const LIVE = { ...PRODUCTION, ...APPLICATION, TWITCH_TOKEN_KEY: BASE64 };
const LOOPBACK = {
  TWITCH_API_BASE: 'http://127.0.0.1:12112/helix/',
  TWITCH_AUTH_BASE: 'http://localhost:12112/oauth2',
};
const OFFICIAL = {
  TWITCH_API_BASE: 'https://api.twitch.tv/helix',
  TWITCH_AUTH_BASE: 'https://id.twitch.tv/oauth2',
};

describe('without an application', () => {
  test('uses the simulated Twitch, and has no drops in public mode', () => {
    expect(readConfig({}).twitch).toEqual({ provider: 'simulator', gameIds: ['900001'], tokenKeys: [] });
    expect(readConfig(PRODUCTION).twitch).toEqual({ provider: 'off' });
  });

  test('the simulated Twitch still accepts games and a key', () => {
    expect(readConfig({ TWITCH_GAME_IDS: '7', TWITCH_TOKEN_KEY: BASE64 }).twitch).toEqual({
      provider: 'simulator',
      gameIds: ['7'],
      tokenKeys: [{ id: '1', key: KEY }],
    });
  });
});

describe('an application', () => {
  test('enables the real Twitch', () => {
    const twitch = {
      provider: 'twitch',
      clientId: 'clientabc',
      clientSecret: 'secretabc',
      apiBase: OFFICIAL.TWITCH_API_BASE,
      authBase: OFFICIAL.TWITCH_AUTH_BASE,
      gameIds: ['33214', '509658'],
      tokenKeys: [{ id: '1', key: KEY }],
    };
    expect(readConfig(LIVE).twitch).toEqual(twitch);
    expect(readConfig({ ...LIVE, ...OFFICIAL }).twitch).toEqual(twitch);
    expect(readConfig(APPLICATION).twitch).toEqual({ ...twitch, tokenKeys: [] });
  });

  test('may use a local server outside production', () => {
    expect(readConfig({ ...APPLICATION, ...LOOPBACK }).twitch).toMatchObject({
      apiBase: 'http://127.0.0.1:12112/helix',
      authBase: 'http://localhost:12112/oauth2',
    });
  });
});

test('keeps the order and names of several keys', () => {
  const other = randomBytes(32);
  const TWITCH_TOKEN_KEY = `2026-11:${other.toString('base64')}, 1:${BASE64}`;
  expect(readConfig({ ...LIVE, TWITCH_TOKEN_KEY }).twitch).toMatchObject({
    tokenKeys: [
      { id: '2026-11', key: other },
      { id: '1', key: KEY },
    ],
  });
});

test('uses defaults for the cap and the tick, which can be changed', () => {
  expect(readConfig({}).drops).toEqual({ dailyCapMinutes: 240, tickSeconds: 60 });
  expect(readConfig({ DROPS_DAILY_CAP: '90', DROPS_TICK_SECONDS: '2' }).drops).toEqual({
    dailyCapMinutes: 90,
    tickSeconds: 2,
  });
  expect(readConfig({ ...PRODUCTION, DROPS_DAILY_CAP: 'off', DROPS_TICK_SECONDS: '60' }).drops).toEqual({
    dailyCapMinutes: undefined,
    tickSeconds: 60,
  });
});

test.each([
  [{ TWITCH_CLIENT_ID: 'clientabc' }, 'TWITCH_CLIENT_SECRET is needed'],
  [{ TWITCH_CLIENT_ID: 'clientabc' }, 'TWITCH_GAME_IDS is needed'],
  [{ TWITCH_CLIENT_SECRET: 'secretabc' }, 'TWITCH_CLIENT_ID is needed'],
  [{ ...PRODUCTION, ...APPLICATION }, 'TWITCH_TOKEN_KEY is needed'],
  [{ ...PRODUCTION, TWITCH_GAME_IDS: '7' }, 'TWITCH_CLIENT_ID is needed'],
  [{ ...PRODUCTION, TWITCH_TOKEN_KEY: BASE64 }, 'TWITCH_CLIENT_ID is needed'],
  [LOOPBACK, 'TWITCH_CLIENT_ID is needed'],
  [{ ...APPLICATION, TWITCH_API_BASE: LOOPBACK.TWITCH_API_BASE }, 'TWITCH_AUTH_BASE is needed with'],
  [{ ...APPLICATION, TWITCH_AUTH_BASE: LOOPBACK.TWITCH_AUTH_BASE }, 'TWITCH_API_BASE is needed with'],
  [{ ...LIVE, ...LOOPBACK }, 'TWITCH_API_BASE must be https://api.twitch.tv/helix in public mode'],
  [{ ...LIVE, ...LOOPBACK }, 'TWITCH_AUTH_BASE must be https://id.twitch.tv/oauth2 in public mode'],
  [
    { ...APPLICATION, ...OFFICIAL, TWITCH_API_BASE: 'https://api.twitch.tv.abc/helix' },
    'TWITCH_API_BASE must',
  ],
  [{ ...APPLICATION, ...OFFICIAL, TWITCH_API_BASE: 'http://abc@localhost/helix' }, 'TWITCH_API_BASE must'],
  [{ ...APPLICATION, ...OFFICIAL, TWITCH_AUTH_BASE: 'https://id.twitch.tv' }, 'TWITCH_AUTH_BASE must'],
  [{ TWITCH_CLIENT_ID: 'client abc' }, 'TWITCH_CLIENT_ID must be'],
  [{ TWITCH_CLIENT_SECRET: 'secret abc' }, 'TWITCH_CLIENT_SECRET must be'],
  [{ TWITCH_GAME_IDS: 'abc' }, 'TWITCH_GAME_IDS must be'],
  [{ TWITCH_GAME_IDS: '1,,2' }, 'TWITCH_GAME_IDS must be'],
  [{ TWITCH_TOKEN_KEY: 'abc' }, 'TWITCH_TOKEN_KEY must be'],
  [{ TWITCH_TOKEN_KEY: randomBytes(31).toString('base64') }, 'TWITCH_TOKEN_KEY must be'],
  [{ TWITCH_TOKEN_KEY: `abc:${BASE64},abc:${BASE64}` }, 'TWITCH_TOKEN_KEY must be'],
  [{ TWITCH_TOKEN_KEY: `${BASE64},1:${BASE64}` }, 'TWITCH_TOKEN_KEY must be'],
  [{ TWITCH_TOKEN_KEY: `${BASE64},` }, 'TWITCH_TOKEN_KEY must be'],
  [{ DROPS_DAILY_CAP: '0' }, 'DROPS_DAILY_CAP must be'],
  [{ DROPS_DAILY_CAP: '1441' }, 'DROPS_DAILY_CAP must be'],
  [{ DROPS_TICK_SECONDS: '61' }, 'DROPS_TICK_SECONDS must be'],
  [{ DROPS_TICK_SECONDS: '0.5' }, 'DROPS_TICK_SECONDS must be'],
  [{ ...PRODUCTION, DROPS_TICK_SECONDS: '5' }, 'DROPS_TICK_SECONDS must be 60 in public mode'],
])('%j is refused: %s', (given, fault) => {
  expect(() => readConfig(given)).toThrow(fault);
  expect(() => readConfig(given)).not.toThrow(/abc/);
  expect(() => readConfig(given)).not.toThrow(BASE64);
});
