import * as z from 'zod';
import { isLoopbackAddress } from './loopback-address.ts';
import type { Mode } from './mode.ts';
import { tokenKeyList, type TokenKey } from './token-keys.ts';

/** The Twitch that drops use. `off`: drops are disabled. */
export type TwitchConfig =
  | {
      provider: 'twitch';
      clientId: string;
      clientSecret: string;
      /** Without a trailing slash. */
      apiBase: string;
      /** Without a trailing slash. */
      authBase: string;
      /** Categories whose streams count. */
      gameIds: string[];
      /** The first one encrypts. Empty: a key is generated and kept in the data folder. */
      tokenKeys: TokenKey[];
    }
  | { provider: 'simulator'; gameIds: string[]; tokenKeys: TokenKey[] }
  | { provider: 'off' };

export type DropsConfig = {
  /** The most minutes of a kind that count per day; undefined: no limit. */
  dailyCapMinutes: number | undefined;
  /** The interval of samples: 60 except in tests and demonstrations. */
  tickSeconds: number;
};

export const OFFICIAL_API_BASE = 'https://api.twitch.tv/helix';
export const OFFICIAL_AUTH_BASE = 'https://id.twitch.tv/oauth2';

/** The category of the game in the simulated Twitch. */
const SIMULATED_GAME_ID = '900001';

const MINUTES_A_DAY = 1440;

export const twitchEnvironment = {
  TWITCH_CLIENT_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, "must be an application's client id")
    .optional(),
  TWITCH_CLIENT_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, "must be an application's client secret")
    .optional(),
  TWITCH_GAME_IDS: z
    .string()
    .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
    .refine(
      (list) => list.length <= 100 && list.every((id) => /^\d{1,20}$/.test(id)),
      'must be at most 100 category numbers, separated by commas',
    )
    .optional(),
  TWITCH_TOKEN_KEY: tokenKeyList.optional(),
  TWITCH_API_BASE: baseAddress(OFFICIAL_API_BASE).optional(),
  TWITCH_AUTH_BASE: baseAddress(OFFICIAL_AUTH_BASE).optional(),
  DROPS_DAILY_CAP: z
    .string()
    .refine(
      (value) => value === 'off' || isWhole(value, { most: MINUTES_A_DAY }),
      `must be off, or a number of minutes from 1 to ${MINUTES_A_DAY}`,
    )
    .transform((value) => (value === 'off' ? undefined : Number(value)))
    .prefault('240'),
  DROPS_TICK_SECONDS: z
    .string()
    .refine((value) => isWhole(value, { most: 60 }), 'must be a number of seconds from 1 to 60')
    .transform(Number)
    .default(60),
};

type Given = Record<string, string | undefined>;

/** Contradictions between variables, as sentences without their values. */
export function twitchFaults(given: Given, mode: Mode): string[] {
  const faults = [...missingOfApplication(given, mode), ...missingBase(given)];
  return mode === 'public' ? [...faults, ...unsafeInPublic(given)] : faults;
}

function missingOfApplication(given: Given, mode: Mode): string[] {
  const keys = ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'];
  const application = [...keys, 'TWITCH_GAME_IDS'];
  // Otherwise a key is generated and kept in the data folder, which the processes of production may not share.
  if (given.NODE_ENV === 'production') application.push('TWITCH_TOKEN_KEY');
  // In local mode, TWITCH_GAME_IDS and TWITCH_TOKEN_KEY may be meant for the simulated Twitch.
  const meant = mode === 'public' ? [...application, 'TWITCH_TOKEN_KEY'] : keys;
  const deciding = [...meant, 'TWITCH_API_BASE', 'TWITCH_AUTH_BASE'];
  if (deciding.every((name) => !given[name])) return [];
  return application.filter((name) => !given[name]).map((name) => `${name} is needed for drops`);
}

/** With only one of them, simulated credentials would be sent to the real Twitch or real ones to the simulated one. */
function missingBase(given: Given): string[] {
  const { TWITCH_API_BASE: apiBase, TWITCH_AUTH_BASE: authBase } = given;
  if (apiBase && !authBase) return ['TWITCH_AUTH_BASE is needed with TWITCH_API_BASE'];
  return authBase && !apiBase ? ['TWITCH_API_BASE is needed with TWITCH_AUTH_BASE'] : [];
}

function unsafeInPublic(given: Given): string[] {
  const faults: string[] = [];
  const { TWITCH_API_BASE: apiBase, TWITCH_AUTH_BASE: authBase, DROPS_TICK_SECONDS: tick } = given;
  if (apiBase && withoutSlash(apiBase) !== OFFICIAL_API_BASE) {
    faults.push(`TWITCH_API_BASE must be ${OFFICIAL_API_BASE} in public mode`);
  }
  if (authBase && withoutSlash(authBase) !== OFFICIAL_AUTH_BASE) {
    faults.push(`TWITCH_AUTH_BASE must be ${OFFICIAL_AUTH_BASE} in public mode`);
  }
  if (tick && tick !== '60') faults.push('DROPS_TICK_SECONDS must be 60 in public mode');
  return faults;
}

/** Twitch if an application is configured; otherwise the simulated Twitch, or in public mode no drops. */
export function toTwitchConfig(
  environment: {
    TWITCH_CLIENT_ID?: string | undefined;
    TWITCH_CLIENT_SECRET?: string | undefined;
    TWITCH_GAME_IDS?: string[] | undefined;
    TWITCH_TOKEN_KEY?: TokenKey[] | undefined;
    TWITCH_API_BASE?: string | undefined;
    TWITCH_AUTH_BASE?: string | undefined;
  },
  mode: Mode,
): TwitchConfig {
  const {
    TWITCH_CLIENT_ID: clientId,
    TWITCH_CLIENT_SECRET: clientSecret,
    TWITCH_GAME_IDS: gameIds,
    TWITCH_TOKEN_KEY: tokenKeys = [],
    TWITCH_API_BASE: apiBase = OFFICIAL_API_BASE,
    TWITCH_AUTH_BASE: authBase = OFFICIAL_AUTH_BASE,
  } = environment;
  if (clientId && clientSecret && gameIds)
    return { provider: 'twitch', clientId, clientSecret, apiBase, authBase, gameIds, tokenKeys };
  if (mode === 'public') return { provider: 'off' };
  return { provider: 'simulator', gameIds: gameIds ?? [SIMULATED_GAME_ID], tokenKeys };
}

function baseAddress(official: string) {
  return z
    .string()
    .transform(withoutSlash)
    .refine(
      (value) => value === official || isLoopbackAddress(value),
      `must be ${official}, or an address of this machine such as http://127.0.0.1:12112${new URL(official).pathname}`,
    );
}

function withoutSlash(value: string): string {
  return value.replace(/\/$/, '');
}

function isWhole(value: string, { most }: { most: number }): boolean {
  return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most;
}
