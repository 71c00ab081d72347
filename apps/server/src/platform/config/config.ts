import path from 'node:path';
import * as z from 'zod';
import { type CheckoutConfig, checkoutEnvironment, toCheckoutConfig } from './checkout-config.ts';
import { alertsEnvironment } from './alerts-config.ts';
import { type BackupConfig, backupEnvironment, backupFaults, toBackupConfig } from './backup-config.ts';
import { type BridgeConfig, bridgeEnvironment, toBridgeConfig } from './bridge-config.ts';
import { chooseMode, type Mode, modeWarnings } from './mode.ts';
import { drainEnvironment, drainSecondsOf } from './drain-config.ts';
import { disclosureEnvironment, toContactUri } from './disclosure-config.ts';
import {
  paymentFaults,
  type PaymentsConfig,
  paymentsEnvironment,
  toPaymentsConfig,
} from './payments-config.ts';
import { port, workerHealthEnvironment } from './worker-health-config.ts';
import { describeUnknownVariables } from './unknown-variables.ts';
import { tokenKeyList, type TokenKey } from './token-keys.ts';
import { namesProxies, parseTrustProxy } from './trust-proxy.ts';
import {
  type DropsConfig,
  toTwitchConfig,
  type TwitchConfig,
  twitchEnvironment,
  twitchFaults,
} from './twitch-config.ts';

/** The whole configuration of the portal. Only this file reads the environment. */
export type Config = {
  mode: Mode;
  /** Why, as a clause. */
  modeReason: string;
  host: string;
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** Undefined: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** Scheme and host, no trailing slash. */
  publicOrigin: string;
  owner: { name: string; email: string; password: string | undefined };
  /** Undefined: the local mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  brand: { name: string; communityUrl: string; contactEmail: string };
  launcherFile: string;
  /** Whether visitors are asked before their browser stores which campaign they come from. */
  asksReferralConsent: boolean;
  logLevel: string;
  demoContent: boolean;
  /** The number of proxies in front, or their addresses and ranges. */
  trustProxy: number | string[];
  metricsToken: string | undefined;
  /** After SIGTERM, the portal goes on serving this long. */
  drainSeconds: number;
  /** Undefined: a worker opens no port. */
  workerHealthPort: number | undefined;
  /** A secret. Undefined: alerts go to mail alone. */
  alertWebhookUrl: string | undefined;
  /** Undefined: files on disk below the data folder. */
  s3: S3Config | undefined;
  backup: BackupConfig;
  payments: PaymentsConfig;
  checkout: CheckoutConfig;
  bridge: BridgeConfig;
  /** For game passwords that wait for bridges. Empty: others are found or generated. */
  credentialKeys: TokenKey[];
  /** For the secrets of authenticator apps. Empty: generated. */
  factorKeys: TokenKey[];
  /** Unsettled orders are checked at the provider this often. */
  reconcileSeconds: number;
  twitch: TwitchConfig;
  drops: DropsConfig;
  /** Settings that an operator should change, as sentences. */
  warnings: string[];
  /** Variables that look like ours and aren't, such as misspelt ones, as sentences. */
  unknownVariables: string[];
  /** Whether /api/docs is served. */
  apiDocs: boolean;
  /** Where to report a vulnerability: a `mailto:` or `https:` URI. */
  securityContact: string;
};

export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Bad configuration: one message that names every fault. */
export class ConfigError extends Error {
  readonly faults: string[];
  /** As sentences: a misspelt name may be why another one is missing. */
  readonly unknownVariables: string[];

  constructor(faults: string[], unknownVariables: string[] = []) {
    const title = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`;
    super([title, ...faults.map((fault) => `  - ${fault}`), ...unknownVariables].join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
    this.unknownVariables = unknownVariables;
  }
}

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
  .transform((value) => ['on', 'true', '1'].includes(value));
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}`, abort: true });
const email = z.email('must be an e-mail address');
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const oneLine = /^[^\u0000-\u001f\u007f]*$/;

/** Below the folder that a command starts in. */
export const DEFAULT_DATA_DIR = './data';

const environmentSchema = z.object({
  // A misspelt value must not start a portal without the checks of production.
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .optional(),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  PUBLIC_ORIGIN: url(/^https?$/, 'https://play.example.com')
    .refine(isOrigin, 'must be scheme and host alone, such as https://play.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  OWNER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_-]{3,20}$/, 'must have 3 to 20 letters, digits, _ or -')
    .default('owner'),
  OWNER_EMAIL: email.optional(),
  OWNER_PASSWORD: z
    .string()
    .min(6, 'must have at least 6 characters')
    .max(128, 'must have at most 128 characters')
    .regex(oneLine, 'must not contain control characters')
    .optional(),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example.com').optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must be a sender such as Waygate <no-reply@example.com>')
    .optional(),
  BRAND_NAME: z
    .string()
    .max(60, 'must have at most 60 characters')
    .regex(oneLine, 'must be one line')
    .default('Agaia'),
  BRAND_COMMUNITY_URL: url(/^https?$/, 'https://discord.gg/invite').default('https://discord.gg/'),
  BRAND_CONTACT_EMAIL: email.optional(),
  LAUNCHER_FILE: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be a file name without a path')
    .default('launcher.exe'),
  REFERRAL_CONSENT: z.enum(['ask', 'off'], 'must be ask or off').default('off'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  DEMO_CONTENT: flag.optional(),
  TRUST_PROXY: z
    .string()
    .refine(namesProxies, 'must be on, off, a number of proxies, or their addresses and ranges')
    .default('off'),
  API_DOCS: flag.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url(/^https?$/, 'https://s3.example.com').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ...backupEnvironment,
  ...drainEnvironment,
  ...workerHealthEnvironment,
  ...alertsEnvironment,
  ...disclosureEnvironment,
  ...paymentsEnvironment,
  ...checkoutEnvironment,
  ...bridgeEnvironment,
  GAME_ACCOUNT_KEY: tokenKeyList.optional(),
  FACTOR_KEY: tokenKeyList.optional(),
  ...twitchEnvironment,
});

type Environment = z.infer<typeof environmentSchema>;

/** Described in settings.ts. */
export type VariableName = keyof Environment;

/** What is wrong with one value, as the end of a sentence; undefined: nothing. */
export function faultOf(name: VariableName, value: string): string | undefined {
  return environmentSchema.shape[name].safeParse(value).error?.issues[0]?.message;
}

/**
 * Reads and checks the whole environment. An empty variable counts as unset.
 *
 * @throws ConfigError naming every fault at once, without the values: they may be secrets
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const misspelt =
    parsed.error?.issues.map(({ path: [name], message }) => `${String(name)} ${message}`) ?? [];
  const { mode, modeReason } = chooseMode(given);
  const faults = new Set([
    ...misspelt,
    ...missingInProduction(given),
    ...contradictions(given),
    ...backupFaults(given),
    ...paymentFaults(given, mode),
    ...twitchFaults(given, mode),
  ]);
  const unknownVariables = describeUnknownVariables(Object.keys(given), Object.keys(environmentSchema.shape));
  if (!parsed.success || faults.size > 0) throw new ConfigError([...faults], unknownVariables);
  return { ...toConfig(parsed.data, mode), modeReason, warnings: modeWarnings(given), unknownVariables };
}

function missingInProduction(given: Record<string, string | undefined>): string[] {
  if (given.NODE_ENV !== 'production') return [];
  const needed = {
    DATABASE_URL: 'PostgreSQL 15 or newer',
    PUBLIC_ORIGIN: 'the address visitors use',
    SMTP_URL: 'the server that sends mail',
    MAIL_FROM: 'the sender of mail',
    OWNER_EMAIL: "the owner's e-mail address",
    BRAND_NAME: 'the name of the game server',
    BRAND_COMMUNITY_URL: 'the chat invite',
    // Without it, all visitors behind the HTTPS proxy would share one address and its rate limits.
    TRUST_PROXY: 'the proxies in front, or off',
    // A generated one would be lost with DATA_DIR, and each server would generate its own.
    FACTOR_KEY: 'the key of authenticator apps (openssl rand -base64 32)',
  };
  return Object.entries(needed)
    .filter(([name]) => given[name] === undefined)
    .map(([name, meaning]) => `${name} is needed in production: ${meaning}`);
}

/** Checks the raw variables, so that a fault elsewhere hides none of these. */
function contradictions(given: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  if (given.NODE_ENV === 'production' && given.PUBLIC_ORIGIN && /^http:/i.test(given.PUBLIC_ORIGIN)) {
    faults.push('PUBLIC_ORIGIN must be an https address in production');
  }
  if (given.NODE_ENV !== 'production' && given.SMTP_URL && !given.MAIL_FROM) {
    faults.push('MAIL_FROM is needed with SMTP_URL');
  }
  const s3Names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = s3Names.filter((name) => !given[name]);
  if (missing.length > 0 && missing.length < s3Names.length) {
    const others = s3Names.filter((name) => given[name]);
    faults.push(...missing.map((name) => `${name} is needed with ${others.join(' and ')}`));
  }
  return faults;
}

function toConfig(
  environment: Environment,
  mode: Mode,
): Omit<Config, 'modeReason' | 'warnings' | 'unknownVariables'> {
  const publicOrigin = environment.PUBLIC_ORIGIN ?? `http://localhost:${environment.PORT}`;
  const ownerEmail = environment.OWNER_EMAIL ?? 'owner@waygate.example';
  const contactEmail = environment.BRAND_CONTACT_EMAIL ?? ownerEmail;
  return {
    mode,
    host: environment.HOST,
    port: environment.PORT,
    dataDir: path.resolve(environment.DATA_DIR),
    databaseUrl: environment.DATABASE_URL,
    publicOrigin,
    owner: { name: environment.OWNER_NAME, email: ownerEmail, password: environment.OWNER_PASSWORD },
    smtpUrl: environment.SMTP_URL,
    mailFrom: environment.MAIL_FROM ?? `${environment.BRAND_NAME} <no-reply@waygate.example>`,
    brand: {
      name: environment.BRAND_NAME,
      communityUrl: environment.BRAND_COMMUNITY_URL,
      contactEmail,
    },
    launcherFile: environment.LAUNCHER_FILE,
    asksReferralConsent: environment.REFERRAL_CONSENT === 'ask',
    logLevel: environment.LOG_LEVEL,
    demoContent: environment.DEMO_CONTENT ?? mode === 'local',
    trustProxy: parseTrustProxy(environment.TRUST_PROXY),
    metricsToken: environment.METRICS_TOKEN,
    drainSeconds: drainSecondsOf(environment.DRAIN_SECONDS, mode),
    workerHealthPort: environment.WORKER_HEALTH_PORT,
    alertWebhookUrl: environment.ALERT_WEBHOOK_URL,
    s3: s3Config(environment),
    backup: toBackupConfig(environment),
    payments: toPaymentsConfig(environment, mode),
    checkout: toCheckoutConfig(environment),
    bridge: toBridgeConfig(environment),
    credentialKeys: environment.GAME_ACCOUNT_KEY ?? [],
    factorKeys: environment.FACTOR_KEY ?? [],
    reconcileSeconds: environment.RECONCILE_SECONDS,
    twitch: toTwitchConfig(environment, mode),
    drops: {
      dailyCapMinutes: environment.DROPS_DAILY_CAP,
      tickSeconds: environment.DROPS_TICK_SECONDS,
    },
    apiDocs: environment.API_DOCS ?? mode === 'local',
    securityContact: environment.SECURITY_CONTACT ?? toContactUri(contactEmail),
  };
}

function s3Config(environment: Environment): S3Config | undefined {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  return {
    bucket,
    region: environment.S3_REGION,
    endpoint: environment.S3_ENDPOINT,
    accessKeyId,
    secretAccessKey,
  };
}

/** The port and the path may be left out, but nothing may follow. */
function isOrigin(value: string): boolean {
  return URL.parse(value)?.origin === value.toLowerCase().replace(/\/$/, '');
}

/** `address` or `Name <address>`, on one line. */
function isSender(value: string): boolean {
  const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return oneLine.test(value) && email.safeParse(address).success;
}
