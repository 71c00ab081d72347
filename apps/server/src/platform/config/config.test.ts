import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRODUCTION } from '#test/environments.ts';
import { ConfigError, readConfig } from './config.ts';

/** The faults that refuse this environment. */
function faultsOf(variables: Record<string, string | undefined>): string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return String(error).split('\n  - ').slice(1);
  }
}

describe('the local mode', () => {
  test('requires no configuration', () => {
    expect(readConfig({})).toEqual({
      mode: 'local',
      modeReason: 'PUBLIC_ORIGIN (http://localhost:3000) and HOST (127.0.0.1) are on this machine',
      host: '127.0.0.1',
      port: 3000,
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      publicOrigin: 'http://localhost:3000',
      owner: { name: 'owner', email: 'owner@waygate.example', password: undefined },
      smtpUrl: undefined,
      mailFrom: 'Agaia <no-reply@waygate.example>',
      brand: {
        name: 'Agaia',
        communityUrl: 'https://discord.gg/',
        contactEmail: 'owner@waygate.example',
      },
      launcherFile: 'launcher.exe',
      logLevel: 'info',
      demoContent: true,
      trustProxy: 0,
      metricsToken: undefined,
      drainSeconds: 0,
      s3: undefined,
      backup: { to: undefined, everySeconds: 86_400, passphrase: undefined, s3: undefined },
      payments: { provider: 'sandbox' },
      checkout: { collectsConsent: true, statementSuffix: 'AGAIA' },
      reconcileSeconds: 300,
      bridge: { token: undefined, leaseSeconds: 60, addresses: [] },
      credentialKeys: [],
      factorKeys: [],
      twitch: { provider: 'simulator', gameIds: ['900001'], tokenKeys: [] },
      drops: { dailyCapMinutes: 240, tickSeconds: 60 },
      warnings: [],
      unknownVariables: [],
      apiDocs: true,
      securityContact: 'mailto:owner@waygate.example',
    });
  });

  test('treats an empty variable as unset', () => {
    const empty = { PORT: '', DATABASE_URL: '', TRUST_PROXY: '', OWNER_PASSWORD: '', NODE_ENV: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test('uses the port in its own address', () => {
    expect(readConfig({ PORT: '4000' }).publicOrigin).toBe('http://localhost:4000');
  });
});

describe('the suffix of bank statements', () => {
  test.each([
    [{ BRAND_NAME: 'Götterdämmerung Online' }, 'GOTTERDAMM'],
    [{ BRAND_NAME: '光' }, undefined],
    [{ BRAND_NAME: '1 2 3' }, undefined],
    [{ BRAND_NAME: '光', STATEMENT_SUFFIX: 'Light 24' }, 'Light 24'],
  ])('of %j is %s', (environment, statementSuffix) => {
    expect(readConfig(environment).checkout).toEqual({ collectsConsent: true, statementSuffix });
  });

  test.each(['eleven chars', '12345', "O'Neil", 'a*b', 'straße'])('is never %j', (suffix) => {
    expect(() => readConfig({ STATEMENT_SUFFIX: suffix })).toThrow(/STATEMENT_SUFFIX must have 1 to 10/);
  });
});

describe('the mode', () => {
  const SIMULATED = {
    payments: { provider: 'sandbox' },
    twitch: { provider: 'simulator' },
    demoContent: true,
  };
  const CLOSED = { payments: { provider: 'off' }, twitch: { provider: 'off' }, demoContent: false };
  const DATABASE_URL = 'postgres://waygate:s3cret-db@db.internal/waygate';
  const SMTP = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'no-reply@example.com' };

  test.each([
    { PUBLIC_ORIGIN: 'http://localhost:4000' },
    { PUBLIC_ORIGIN: 'https://127.0.0.2:8443', HOST: 'localhost' },
    { PUBLIC_ORIGIN: 'http://[::1]:3000', HOST: '::1' },
    { HOST: '0:0:0:0:0:0:0:1' },
    { HOST: '::ffff:127.0.0.1' },
    { DATABASE_URL, ...SMTP },
    { NODE_ENV: 'development', DATABASE_URL },
  ])('is local with %j, whatever database or mail server is set', (environment) => {
    expect(readConfig(environment)).toMatchObject({ mode: 'local', ...SIMULATED });
  });

  test.each([
    [
      { DATABASE_URL, PUBLIC_ORIGIN: 'https://play.example.com' },
      'PUBLIC_ORIGIN is https://play.example.com',
    ],
    [{ PUBLIC_ORIGIN: 'http://localhost.evil.test' }, 'PUBLIC_ORIGIN is http://localhost.evil.test'],
    [{ PUBLIC_ORIGIN: 'http://127.0.0.1.nip.io' }, 'PUBLIC_ORIGIN is http://127.0.0.1.nip.io'],
    [{ PUBLIC_ORIGIN: 'http://localhost.' }, 'PUBLIC_ORIGIN is http://localhost.'],
    [
      { PUBLIC_ORIGIN: 'http://192.168.1.7:3000', NODE_ENV: 'test' },
      'PUBLIC_ORIGIN is http://192.168.1.7:3000',
    ],
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: '::' }, 'HOST is ::'],
    [{ HOST: 'portal.internal', NODE_ENV: 'development' }, 'HOST is portal.internal'],
  ])('is public with %j, and nothing is simulated', (environment, modeReason) => {
    expect(readConfig(environment)).toMatchObject({ mode: 'public', modeReason, ...CLOSED });
  });

  test('never is local in production', () => {
    const environment = { ...PRODUCTION, PUBLIC_ORIGIN: 'https://localhost' };
    expect(readConfig(environment)).toMatchObject({
      mode: 'public',
      modeReason: 'NODE_ENV is production',
      ...CLOSED,
    });
  });

  test.each([
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      /^STRIPE_SECRET_KEY is a test key/,
    ],
    [
      {
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_API_BASE: 'http://127.0.0.1:12111',
      },
      /^STRIPE_API_BASE is for tests/,
    ],
    [{ DROPS_TICK_SECONDS: '2' }, /^DROPS_TICK_SECONDS must be 60/],
    [{ TWITCH_GAME_IDS: '7' }, /^TWITCH_CLIENT_ID is needed/],
  ])('refuses %j on a public address, and not on this machine', (unsafe, fault) => {
    expect(faultsOf({ ...unsafe, PUBLIC_ORIGIN: 'https://play.example.com' })).toContainEqual(
      expect.stringMatching(fault),
    );
    expect(faultsOf({ ...unsafe, HOST: '0.0.0.0' })).toContainEqual(expect.stringMatching(fault));
    expect(faultsOf(unsafe)).toEqual([]);
  });

  test('warns of an address without encryption, of links that lead nowhere and shared limits', () => {
    const { FACTOR_KEY } = PRODUCTION;
    expect(readConfig({ FACTOR_KEY, PUBLIC_ORIGIN: 'http://play.example.com' }).warnings).toEqual([
      'PUBLIC_ORIGIN is not https: passwords and sessions travel unencrypted.',
    ]);
    expect(readConfig({ FACTOR_KEY, HOST: '0.0.0.0' }).warnings).toEqual([
      'PUBLIC_ORIGIN is not set: links in mails lead to http://localhost:3000.',
    ]);
    expect(readConfig({ FACTOR_KEY, PUBLIC_ORIGIN: 'https://play.example.com' }).warnings).toEqual([
      'TRUST_PROXY is not set: all visitors behind the proxy share one address and its limits.',
    ]);
    expect(readConfig(PRODUCTION).warnings).toEqual([]);
  });

  test('warns of a key of authenticator apps that is only in the data folder', () => {
    const { warnings } = readConfig({ PUBLIC_ORIGIN: 'https://play.example.com', TRUST_PROXY: 'on' });
    expect(warnings).toEqual([expect.stringMatching(/^FACTOR_KEY is not set: /)]);
  });
});

describe('a stop', () => {
  test.each([
    [{}, 0],
    [{ HOST: '0.0.0.0' }, 12],
    [PRODUCTION, 12],
    [{ ...PRODUCTION, DRAIN_SECONDS: '0' }, 0],
    [{ DRAIN_SECONDS: '300' }, 300],
  ])('of %j drains for %i seconds', (environment, drainSeconds) => {
    expect(readConfig(environment).drainSeconds).toBe(drainSeconds);
  });

  test.each(['-1', '301', '1.5', 'on'])('does not drain for %j', (DRAIN_SECONDS) => {
    expect(faultsOf({ DRAIN_SECONDS })).toEqual(['DRAIN_SECONDS must be seconds from 0 to 300']);
  });
});

describe('production', () => {
  test('starts with all required variables', () => {
    expect(faultsOf(PRODUCTION)).toEqual([]);
    expect(readConfig(PRODUCTION)).toMatchObject({ mode: 'public', demoContent: false, trustProxy: 0 });
  });

  test('publishes no API documentation unless told so', () => {
    expect(readConfig(PRODUCTION).apiDocs).toBe(false);
    expect(readConfig({ ...PRODUCTION, API_DOCS: 'on' }).apiDocs).toBe(true);
    expect(readConfig({ API_DOCS: 'off' }).apiDocs).toBe(false);
  });

  test('reports all missing variables at once', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is needed in production: PostgreSQL 15 or newer',
      'PUBLIC_ORIGIN is needed in production: the address visitors use',
      'SMTP_URL is needed in production: the server that sends mail',
      'MAIL_FROM is needed in production: the sender of mail',
      "OWNER_EMAIL is needed in production: the owner's e-mail address",
      'BRAND_NAME is needed in production: the name of the game server',
      'BRAND_COMMUNITY_URL is needed in production: the chat invite',
      'TRUST_PROXY is needed in production: the proxies in front, or off',
      'FACTOR_KEY is needed in production: the key of authenticator apps (openssl rand -base64 32)',
    ]);
  });

  test('refuses an address without encryption', () => {
    for (const PUBLIC_ORIGIN of ['http://play.example.com', 'HTTP://play.example.com']) {
      expect(faultsOf({ ...PRODUCTION, PUBLIC_ORIGIN })).toContain(
        'PUBLIC_ORIGIN must be an https address in production',
      );
    }
  });

  test.each(['prod', 'Production', 'staging', 'production '])(
    'does not accept the spelling %j',
    (NODE_ENV) => {
      expect(faultsOf({ NODE_ENV })).toEqual(['NODE_ENV must be production, development or test']);
    },
  );
});

test('every invalid variable is named in one message', () => {
  const faults = faultsOf({
    NODE_ENV: 'production',
    PORT: 'http',
    PUBLIC_ORIGIN: 'http://play.example.com/portal',
    DATABASE_URL: 'mysql://root:hunter2@db/waygate',
    SMTP_URL: 'mail.example.com',
    MAIL_FROM: 'nobody',
    OWNER_NAME: 'o',
    OWNER_EMAIL: 'owner',
    OWNER_PASSWORD: 'short',
    BRAND_NAME: 'Line\nbreak',
    BRAND_COMMUNITY_URL: 'javascript:alert(1)',
    LAUNCHER_FILE: '../launcher.exe',
    LOG_LEVEL: 'loud',
    DEMO_CONTENT: 'maybe',
    TRUST_PROXY: 'nginx',
    FACTOR_KEY: 'short',
    METRICS_TOKEN: 'short',
    S3_BUCKET: 'files',
  });
  expect(faults).toEqual([
    'PORT must be a port from 0 to 65535',
    'DATABASE_URL must be an address such as postgres://user:password@host/database',
    'PUBLIC_ORIGIN must be scheme and host alone, such as https://play.example.com',
    'OWNER_NAME must have 3 to 20 letters, digits, _ or -',
    'OWNER_EMAIL must be an e-mail address',
    'OWNER_PASSWORD must have at least 6 characters',
    'SMTP_URL must be an address such as smtps://user:password@mail.example.com',
    'MAIL_FROM must be a sender such as Waygate <no-reply@example.com>',
    'BRAND_NAME must be one line',
    'BRAND_COMMUNITY_URL must be an address such as https://discord.gg/invite',
    'LAUNCHER_FILE must be a file name without a path',
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
    'DEMO_CONTENT must be on or off',
    'TRUST_PROXY must be on, off, a number of proxies, or their addresses and ranges',
    'METRICS_TOKEN must have at least 16 characters',
    'FACTOR_KEY must be 32 bytes in base64, or several as id:key, separated by commas, the one to encrypt with first',
    'PUBLIC_ORIGIN must be an https address in production',
    'S3_ACCESS_KEY_ID is needed with S3_BUCKET',
    'S3_SECRET_ACCESS_KEY is needed with S3_BUCKET',
  ]);
});

test('the error message shows no values, because any of them may be secret', () => {
  const secret = 'hunter2 hunter2\n';
  const names = [...Object.keys(PRODUCTION), 'OWNER_PASSWORD', 'METRICS_TOKEN', 'S3_SECRET_ACCESS_KEY'];
  const broken = Object.fromEntries(names.map((name) => [name, secret]));
  const message = faultsOf({ ...broken, OWNER_PASSWORD: secret.repeat(20) }).join('\n');
  expect(message).toContain('OWNER_PASSWORD');
  expect(message).not.toContain('hunter2');
});

test.each(['-1', '65536', '1.5', ' 80', '0x50', '1e3', '٣'])('%j is not a port', (PORT) => {
  expect(faultsOf({ PORT })).toEqual(['PORT must be a port from 0 to 65535']);
});

test.each([
  'play.example.com',
  'https://',
  'https://a:b@play.example.com',
  'https://play.example.com/x',
  'ftp://x.y',
])('%j is no origin', (PUBLIC_ORIGIN) => {
  expect(faultsOf({ PUBLIC_ORIGIN })).toHaveLength(1);
});

test.each([
  ['https://PLAY.example.com/', 'https://play.example.com'],
  ['http://192.0.2.7:8080', 'http://192.0.2.7:8080'],
])('the origin %s is %s', (PUBLIC_ORIGIN, origin) => {
  expect(readConfig({ PUBLIC_ORIGIN }).publicOrigin).toBe(origin);
});

test.each([
  ['off', 0],
  ['0', 0],
  ['on', 1],
  ['2', 2],
  ['10.0.0.0/8, 2001:db8::/32,192.0.2.7', ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']],
  ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
])('TRUST_PROXY=%s believes %j', (TRUST_PROXY, trustProxy) => {
  expect(readConfig({ TRUST_PROXY })).toMatchObject({ trustProxy });
});

test.each(['yes', '10', '-1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0', '*', ','])(
  'TRUST_PROXY=%s is refused',
  (TRUST_PROXY) => {
    expect(faultsOf({ TRUST_PROXY })).toHaveLength(1);
  },
);

test.each(['no-reply@example.com', 'Play <no-reply@example.com>', 'Grüße, Play <a@b.example>'])(
  '%s is accepted as a sender',
  (MAIL_FROM) => {
    expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  },
);

test.each(['Play', 'Play <a@b.example', 'a@b.example\r\nBcc: c@d.example', 'A <a@b.example> <c@d.example>'])(
  '%j is refused as a sender',
  (MAIL_FROM) => {
    expect(faultsOf({ MAIL_FROM })).toHaveLength(1);
  },
);

test('bucket storage requires its keys, and the keys require a bucket', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  expect(readConfig({ ...keys, S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.com' }).s3).toEqual({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: 'https://s3.example.com',
    accessKeyId: 'id',
    secretAccessKey: 'key',
  });
  expect(faultsOf(keys)).toEqual(['S3_BUCKET is needed with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY']);
});

test.each(['postgres:///waygate?host=/run/postgresql', 'postgresql://u:p@[::1]:5433/db?sslmode=require'])(
  'the database may be at %s',
  (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  },
);

const contactOf = (variables: Record<string, string>) => readConfig(variables).securityContact;

describe('the contact for security reports', () => {
  test('is the site’s contact unless another is given', () => {
    expect(contactOf({ BRAND_CONTACT_EMAIL: 'help@agaia.example' })).toBe('mailto:help@agaia.example');
    expect(contactOf({ SECURITY_CONTACT: 'sec@agaia.example' })).toBe('mailto:sec@agaia.example');
    expect(contactOf({ SECURITY_CONTACT: 'https://agaia.example/report' })).toBe(
      'https://agaia.example/report',
    );
  });

  test.each([
    'nobody',
    'http://agaia.example',
    'javascript:alert(1)',
    'a@b.example\nContact: x',
    'https://a b',
  ])('is not %j', (SECURITY_CONTACT) => {
    expect(faultsOf({ SECURITY_CONTACT })).toEqual([
      'SECURITY_CONTACT must be an e-mail address or an https address',
    ]);
  });
});
