import type { VariableName } from './config.ts';

/** What an operator reads about a variable: in README.md, in deploy/.env.example and in the file that `waygate setup` writes. */
export type Setting = {
  /** As Markdown, for a table's cell. */
  byDefault: string;
  /** As Markdown. */
  meaning: string;
  /** Shown nowhere. */
  isSecret?: true;
};

const PORTAL = {
  NODE_ENV: { byDefault: '', meaning: '`production` is the strict check for a public portal: set it' },
  PUBLIC_ORIGIN: { byDefault: '`http://localhost:PORT`', meaning: 'scheme and host that visitors use' },
  HOST: { byDefault: '`127.0.0.1`', meaning: 'the address to listen on' },
  PORT: { byDefault: '`3000`', meaning: 'the port to listen on' },
  TRUST_PROXY: {
    byDefault: '`off`',
    meaning:
      'the reverse proxies whose `X-Forwarded-For` is trusted: `on` for one, a number for several in a row, or their addresses and ranges',
  },
  DRAIN_SECONDS: {
    byDefault: '`12`; `0` in local mode',
    meaning:
      'after SIGTERM, `/readyz` answers 503 and the portal goes on serving this long, so that a [proxy](docs/OPERATIONS.md#restarts-without-a-lost-request) notices',
  },
  LOG_LEVEL: { byDefault: '`info`', meaning: '`fatal` … `trace`, `silent`' },
  METRICS_TOKEN: {
    byDefault: 'private addresses only',
    meaning: 'bearer token for `/metrics` and `/readyz?detail`',
    isSecret: true,
  },
  WORKER_HEALTH_PORT: {
    byDefault: 'no port',
    meaning: 'where `waygate worker`, on `HOST`, answers `/healthz`, `/readyz` and `/metrics`',
  },
  FACTOR_KEY: {
    byDefault: 'needed in production; else generated and stored in `DATA_DIR`',
    meaning:
      '32 bytes in base64 (`openssl rand -base64 32`) that encrypt the secrets of authenticator apps, the same for every process; to rotate, `id:key,id:key`, the new one last, and after a restart first',
    isSecret: true,
  },
  API_DOCS: { byDefault: '`on` in local mode', meaning: "the API's documentation at /api/docs" },
  ALERT_WEBHOOK_URL: {
    byDefault: 'mail to owners alone',
    meaning:
      'a webhook of Discord that gets [alerts](docs/OPERATIONS.md#alerts) as well; https, a public host; a secret',
    isSecret: true,
  },
} satisfies Settings;

const STORAGE = {
  DATA_DIR: { byDefault: '`./data`', meaning: 'database, files, brand' },
  DATABASE_URL: {
    byDefault: 'embedded PostgreSQL 18',
    meaning: 'any PostgreSQL from version 15, `postgres://user:password@host/database`',
    isSecret: true,
  },
  S3_BUCKET: { byDefault: 'files on disk', meaning: 'object storage for downloads and pictures' },
  S3_REGION: { byDefault: '`us-east-1`', meaning: 'its region' },
  S3_ENDPOINT: { byDefault: "Amazon's", meaning: 'its address, such as `https://s3.example.com`' },
  S3_ACCESS_KEY_ID: { byDefault: '', meaning: 'the key for it' },
  S3_SECRET_ACCESS_KEY: { byDefault: '', meaning: "the key's secret", isSecret: true },
} satisfies Settings;

const BACKUPS = {
  BACKUP_TO: {
    byDefault: 'no scheduled backups',
    meaning: 'a folder or `s3://bucket/prefix` for [backups](docs/OPERATIONS.md#backups)',
  },
  BACKUP_EVERY: {
    byDefault: '`24h`',
    meaning: 'how often: minutes, hours or days, such as `30m`, `24h`, `7d`',
  },
  BACKUP_PASSPHRASE: {
    byDefault: 'backups hold no keys',
    meaning: 'encrypts the keys of tokens and game passwords in backups; at least 12 characters',
    isSecret: true,
  },
  BACKUP_S3_REGION: { byDefault: '`S3_REGION`', meaning: 'the region of the bucket of `BACKUP_TO`' },
  BACKUP_S3_ENDPOINT: { byDefault: '`S3_ENDPOINT`', meaning: 'its address' },
  BACKUP_S3_ACCESS_KEY_ID: { byDefault: '`S3_ACCESS_KEY_ID`', meaning: 'the key for it' },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    byDefault: '`S3_SECRET_ACCESS_KEY`',
    meaning: "the key's secret",
    isSecret: true,
  },
} satisfies Settings;

const BRAND = {
  BRAND_NAME: { byDefault: '`Agaia`', meaning: 'the name of the game server' },
  BRAND_COMMUNITY_URL: { byDefault: '`https://discord.gg/`', meaning: 'the chat invite' },
  BRAND_CONTACT_EMAIL: { byDefault: '`OWNER_EMAIL`', meaning: 'the contact shown on the site' },
  SECURITY_CONTACT: {
    byDefault: '`BRAND_CONTACT_EMAIL`',
    meaning: 'an e-mail address or https page for security reports, in /.well-known/security.txt',
  },
  OWNER_NAME: { byDefault: '`owner`', meaning: 'the owner account, created at the first start only' },
  OWNER_EMAIL: { byDefault: '`owner@waygate.example`', meaning: 'its e-mail address' },
  OWNER_PASSWORD: {
    byDefault: 'random, printed once, in public mode written to a file',
    meaning: 'its password',
    isSecret: true,
  },
  LAUNCHER_FILE: {
    byDefault: '`launcher.exe`',
    meaning: 'the file in `DATA_DIR/downloads` that /download serves',
  },
  REFERRAL_CONSENT: {
    byDefault: '`off`',
    meaning:
      '`ask`: a visitor who comes from a campaign is asked before the browser stores it; without consent it counts only if they register',
  },
  DEMO_CONTENT: {
    byDefault: '`on` in local mode',
    meaning: 'articles, patch notes, products, a gallery and a season of drops to look at',
  },
} satisfies Settings;

const MAIL = {
  SMTP_URL: {
    byDefault: 'local mailbox; in public mode mails wait',
    meaning: '`smtps://user:password@mail.example.com`',
    isSecret: true,
  },
  MAIL_FROM: { byDefault: '', meaning: 'the sender, `My Server <no-reply@example.com>`' },
} satisfies Settings;

const PAYMENTS = {
  STRIPE_SECRET_KEY: {
    byDefault: 'sandbox in local mode, no shop in public mode',
    meaning: 'card payments by Stripe; a [restricted key](docs/OPERATIONS.md#a-restricted-key) is enough',
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    byDefault: '',
    meaning: 'the signing secret of the webhook endpoint, which is `/api/stripe/webhook`',
    isSecret: true,
  },
  STRIPE_ALLOW_TEST_KEY: { byDefault: '`off`', meaning: '`on` allows an `sk_test_` key in public mode' },
  STRIPE_API_BASE: {
    byDefault: 'Stripe',
    meaning: 'a Stripe-shaped server on loopback, for tests; refused in public mode',
  },
  CHECKOUT_TERMS: {
    byDefault: '`on`',
    meaning: '`off` collects no consent to the terms on the hosted checkout',
  },
  STATEMENT_SUFFIX: {
    byDefault: 'made from `BRAND_NAME`',
    meaning:
      "follows the account's prefix on bank statements: up to 10 letters, digits, spaces and `. & + -`, at least one letter",
  },
  RECONCILE_SECONDS: { byDefault: '`300`', meaning: 'how often open orders are checked with the provider' },
} satisfies Settings;

const TWITCH = {
  TWITCH_CLIENT_ID: {
    byDefault: 'a simulated Twitch in local mode, no drops in public mode',
    meaning: 'the Twitch application that measures drops',
  },
  TWITCH_CLIENT_SECRET: { byDefault: '', meaning: 'its secret', isSecret: true },
  TWITCH_GAME_IDS: {
    byDefault: 'the simulated game',
    meaning: 'numbers of the Twitch categories that count, separated by commas',
  },
  TWITCH_TOKEN_KEY: {
    byDefault: 'generated and stored in `DATA_DIR`',
    meaning:
      "32 bytes in base64 that encrypt streamers' tokens; to rotate, `id:key,id:key`, the new one first (a key without an id has the id `1`)",
    isSecret: true,
  },
  TWITCH_API_BASE: {
    byDefault: 'Twitch',
    meaning: 'a Twitch-shaped server on loopback, for tests; refused in public mode',
  },
  TWITCH_AUTH_BASE: { byDefault: 'Twitch', meaning: 'the same for signing in' },
  DROPS_DAILY_CAP: { byDefault: '`240`', meaning: 'the most minutes that count in a day, or `off`' },
  DROPS_TICK_SECONDS: {
    byDefault: '`60`',
    meaning:
      'how often a sample is taken; less than 60 is for tests and demonstrations, and refused in public mode',
  },
} satisfies Settings;

const GAME = {
  BRIDGE_TOKEN: {
    byDefault: 'random, printed once, in public mode written to a file',
    meaning:
      "the first game server's first token, read at the first start only ([how a game fetches deliveries](docs/games/protocol.md))",
    isSecret: true,
  },
  BRIDGE_ADDRESSES: {
    byDefault: 'this machine, in local mode',
    meaning: "the addresses that the first game server's bridge calls from, separated by commas",
  },
  BRIDGE_LEASE_SECONDS: {
    byDefault: '`60`',
    meaning: 'deliveries that the game has not acknowledged by then are leased again',
  },
  GAME_ACCOUNT_KEY: {
    byDefault: 'the keys of `TWITCH_TOKEN_KEY`, or generated and stored in `DATA_DIR`',
    meaning: 'like `TWITCH_TOKEN_KEY`; encrypts game passwords that wait for a bridge',
    isSecret: true,
  },
} satisfies Settings;

type Settings = Partial<Record<VariableName, Setting>>;

/** Every variable that the configuration reads; the compiler names one that is missing. */
export const SETTINGS: Record<VariableName, Setting> = {
  ...PORTAL,
  ...STORAGE,
  ...BACKUPS,
  ...BRAND,
  ...MAIL,
  ...PAYMENTS,
  ...TWITCH,
  ...GAME,
};

/** In the order of the files that list them. */
export const SETTING_SECTIONS: { title: string; settings: Record<string, Setting> }[] = [
  { title: 'The portal', settings: PORTAL },
  { title: 'Database and files', settings: STORAGE },
  { title: 'Backups', settings: BACKUPS },
  { title: 'Brand and owner', settings: BRAND },
  { title: 'Mail', settings: MAIL },
  { title: 'Payments', settings: PAYMENTS },
  { title: 'Twitch', settings: TWITCH },
  { title: 'Game', settings: GAME },
];
