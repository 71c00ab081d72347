import { spawnSync } from 'node:child_process';
import { lchown, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { nextCommands } from '#app/setup/next-commands.ts';
import { observeProxy } from '#app/setup/observe-proxy.ts';
import { type Prompter, readAnswers } from '#app/setup/prompter.ts';
import { QUESTION_NAMES, runSetup } from '#app/setup/run-setup.ts';
import { readConfig } from '#platform/config/config.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { EVENT_KINDS } from '#platform/payments/event-kinds.ts';
import { urlOf, useTestDatabase } from '#test/database.ts';
import { listen } from '#test/listen.ts';
import { startSmtpServer } from '#test/smtp-server.ts';
import { useStripeServer } from '#test/stripe-server.ts';
import { useTwitchServer } from '#test/twitch-server.ts';

const WEBHOOK_URL = 'https://play.invalid/api/stripe/webhook';
const MOVED_WEBHOOK_URL = 'https://moved.invalid/api/stripe/webhook';

/** Ends the setup between the creation of the endpoint and the file. */
function interruptAfterEndpoint(sentence: string): void {
  if (sentence.includes('webhook endpoint')) throw new Error('Ctrl+C');
}

/** Wants one step, and answers none of its questions. */
function asking(wanted: string): Partial<Prompter> {
  return { wantsStep: async ({ title }) => title === wanted };
}

/** A setup against every service, and what to answer. */
async function useSetup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-setup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [{ connection }, stripe, twitch, smtp] = await Promise.all([
    useTestDatabase(),
    useStripeServer(),
    useTwitchServer(),
    startSmtpServer(),
  ]);
  onTestFinished(smtp.stop);
  const { clientId, clientSecret, apiBase, authBase } = twitch.config;
  const file = path.join(folder, 'waygate.env');
  const bases = { STRIPE_API_BASE: stripe.url, TWITCH_API_BASE: apiBase, TWITCH_AUTH_BASE: authBase };
  const reports: string[] = [];
  const answers = {
    BRAND_NAME: "Owner's Realm",
    BRAND_COMMUNITY_URL: 'https://discord.gg/realm',
    OWNER_EMAIL: 'owner@play.invalid',
    PUBLIC_ORIGIN: 'https://play.invalid',
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Realm <no-reply@play.invalid>',
    TEST_MAIL_TO: 'owner@play.invalid',
    STRIPE_SECRET_KEY: stripe.secretKey,
    TWITCH_CLIENT_ID: clientId,
    TWITCH_CLIENT_SECRET: clientSecret,
    TWITCH_CATEGORIES: 'agaia, Just Chatting',
    BRIDGE_ADDRESSES: '192.0.2.7',
  };
  const report = (sentence: string) => void reports.push(sentence);
  const run = async (given: Record<string, string>, changes: Partial<Prompter> = {}) => {
    const named = path.join(folder, 'answers.json');
    await writeFile(named, JSON.stringify(given));
    const prompter = await readAnswers(named, { known: QUESTION_NAMES, report });
    return runSetup(file, { prompter: { ...prompter, ...changes }, bases });
  };
  const read = async () => parseEnv(await readFile(file, 'utf8'));
  return { folder, file, run, read, answers, reports, stripe, twitch, smtp };
}

test('tests every answer, writes a valid file for its user alone, and shows no secret', async () => {
  const { folder, file, run, read, answers, reports, stripe, smtp } = await useSetup();
  const dataDir = path.join(folder, '100 % of "it"');
  const { files, next } = await run({ ...answers, DATA_DIR: dataDir, PROXY: 'nginx', SYSTEMD: 'yes' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const values = await read();
  expect(readConfig(values)).toMatchObject({
    mode: 'public',
    unknownVariables: [],
    brand: { name: "Owner's Realm" },
    twitch: { gameIds: ['900001', '509658'] },
    trustProxy: 1,
  });
  expect(values.NODE_ENV).toBe('production');
  expect(smtp.recipients).toEqual(['owner@play.invalid']);
  const [endpoint] = stripe.books.webhookEndpoints;
  expect(endpoint).toMatchObject({ url: WEBHOOK_URL, enabled_events: [...EVENT_KINDS] });
  expect(values.STRIPE_WEBHOOK_SECRET).toBe(`whsec_${endpoint?.id}`);
  expect(reports).toContain("Its account is Owner's Realm Ltd (acct_test).");
  const secrets = [
    answers.DATABASE_URL,
    answers.SMTP_URL,
    answers.STRIPE_SECRET_KEY,
    answers.TWITCH_CLIENT_SECRET,
  ];
  for (const secret of [...secrets, values.TWITCH_TOKEN_KEY, values.STRIPE_WEBHOOK_SECRET])
    expect(reports.join('\n')).not.toContain(secret);
  expect(files.map((written) => path.basename(written))).toEqual([
    'waygate.env',
    'nginx.conf',
    'waygate-api@.service',
    'waygate-worker.service',
  ]);
  expect(await readFile(path.join(folder, 'nginx.conf'), 'utf8')).toContain('server_name play.invalid;');
  expect(await readFile(path.join(folder, 'waygate-worker.service'), 'utf8')).toContain(
    `Environment=WORKER_HEALTH_PORT=3900\nEnvironmentFile=${file}\n`,
  );
  expect(await readFile(path.join(folder, 'waygate-api@.service'), 'utf8')).toContain(
    `\nReadWritePaths="${folder}/100 %% of \\"it\\""\n`,
  );
  expect(next).toEqual([
    `install -d -m 750 -o waygate -g waygate '${dataDir}'`,
    `chown waygate: ${file}`,
    `install -m 644 ${folder}/waygate-api@.service ${folder}/waygate-worker.service /etc/systemd/system/`,
    'systemctl daemon-reload',
    'systemctl enable --now waygate-worker waygate-api@3000 waygate-api@3001',
    'certbot certonly --nginx --keep-until-expiring -d play.invalid',
    `install -b -m 644 ${folder}/nginx.conf /etc/nginx/conf.d/waygate.conf && nginx -t && systemctl reload nginx`,
    `WAYGATE_ENV_FILE=${file} /opt/waygate/current/waygate doctor`,
  ]);
});

test('names at most six commands that start a portal of one process, as OPERATIONS.md has them', async () => {
  const file = '/etc/waygate/waygate.env';
  const files = ['Caddyfile', 'waygate.service'].map((name) => `/etc/waygate/${name}`);
  const values = { DATA_DIR: '/var/lib/waygate' };
  const next = nextCommands({ file, files, values, before: {} });
  const operations = await readFile(path.join(SERVER_ROOT, '../../docs/OPERATIONS.md'), 'utf8');
  expect(operations).toContain(`\n${next.join('\n')}\n`);
  expect(next.length).toBeLessThanOrEqual(6);
  const alone = nextCommands({ file, files: [], values, before: {} });
  expect(alone).toEqual(['waygate start', 'waygate doctor']);
});

test.each([
  [
    'several processes',
    { DATABASE_URL: 'postgres://db/waygate' },
    ['waygate-api@.service', 'waygate-worker.service'],
    [
      'systemctl disable --now waygate || true',
      'systemctl enable waygate-worker waygate-api@3000 waygate-api@3001',
      'systemctl restart waygate-worker && systemctl restart waygate-api@3000 && systemctl restart waygate-api@3001',
    ],
  ],
  [
    'one process',
    {},
    ['waygate.service'],
    [
      'systemctl disable --now waygate-worker waygate-api@3000 waygate-api@3001 || true',
      'systemctl enable waygate',
      'systemctl restart waygate',
    ],
  ],
])(
  'going to %s, it stops the units of the other layout and restarts those in use',
  (_, values, units, expected) => {
    const file = '/etc/waygate/waygate.env';
    const files = units.map((unit) => `/etc/waygate/${unit}`);
    const next = nextCommands({ file, files, values, before: { BRAND_NAME: 'Realm' } });
    expect(next.filter((command) => / (disable|enable|restart) /.test(command))).toEqual(expected);
  },
);

test('a portal that leaves the embedded database keeps the keys that it has used', async () => {
  const { folder, run, read, answers } = await useSetup();
  const { TWITCH_CLIENT_ID: _, TWITCH_CLIENT_SECRET: __, TWITCH_CATEGORIES: ___, ...withoutTwitch } = answers;
  await run({ ...withoutTwitch, DATABASE_URL: 'embedded' });
  expect(await read()).not.toHaveProperty('FACTOR_KEY');
  const [factor, game, token] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  await writeFile(path.join(folder, 'factor-key'), `${factor}\n`);
  await writeFile(path.join(folder, 'game-account-key'), 'none');
  const { DATABASE_URL } = answers;
  await expect(run({ DATABASE_URL })).rejects.toThrow(/game-account-key holds no key/);
  await writeFile(path.join(folder, 'game-account-key'), `${game}\n`);
  await writeFile(path.join(folder, 'twitch-token-key'), `${token}\n`);
  const embedded = await readFile(path.join(folder, 'waygate.env'), 'utf8');
  await run({ DATABASE_URL });
  expect(await read()).toMatchObject({ NODE_ENV: 'production', FACTOR_KEY: factor, GAME_ACCOUNT_KEY: game });

  await writeFile(path.join(folder, 'waygate.env'), embedded);
  const { TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET, TWITCH_CATEGORIES } = answers;
  await run({ DATABASE_URL, TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET, TWITCH_CATEGORIES });
  expect(await read()).toMatchObject({
    FACTOR_KEY: factor,
    GAME_ACCOUNT_KEY: game,
    TWITCH_TOKEN_KEY: token,
  });
});

test('gives a new portal keys that all of its machines share, and leaves those that there are', async () => {
  const { run, read, answers } = await useSetup();
  const { TWITCH_CLIENT_ID: _, TWITCH_CLIENT_SECRET: __, TWITCH_CATEGORIES: ___, ...withoutTwitch } = answers;
  await run(withoutTwitch);
  const keys = async () => {
    const { FACTOR_KEY, GAME_ACCOUNT_KEY } = await read();
    return [FACTOR_KEY, GAME_ACCOUNT_KEY];
  };
  const made = await keys();
  expect(made.map((key = '') => Buffer.from(key, 'base64').length)).toEqual([32, 32]);
  await run({ BRAND_NAME: 'Another name' });
  expect(await keys()).toEqual(made);
});

test('keeps a symbolic link, and replaces no file of proxy or systemd that it has not written', async () => {
  const { folder, file, run, read } = await useSetup();
  const [linked, nginx] = [path.join(folder, 'linked.env'), path.join(folder, 'nginx.conf')];
  await symlink(linked, file);
  await expect(run({ BRAND_NAME: 'Realm' })).rejects.toThrow(/is a symbolic link that leads nowhere\.$/);
  await writeFile(linked, 'LOG_LEVEL=warn');
  await writeFile(nginx, 'http {}');
  await expect(run({ BRAND_NAME: 'Realm', PROXY: 'nginx' })).rejects.toThrow(/nginx\.conf is not a file of/);
  expect(await readFile(linked, 'utf8')).toBe('LOG_LEVEL=warn');
  await rm(nginx);
  for (const PORT of ['3000', '4000']) {
    const lines = ['LOG_LEVEL=warn', 'PUBLIC_ORIGIN=https://play.invalid:8443', `PORT=${PORT}`];
    await writeFile(linked, lines.join('\n'));
    await run({ BRAND_NAME: 'Realm', PROXY: 'nginx' });
    const text = await readFile(nginx, 'utf8');
    expect(text).toContain(`server 127.0.0.1:${PORT};`);
    expect(text.match(/listen \S+ ssl|https:\/\/\$host\S+/g)).toEqual([
      'https://$host:8443$request_uri;',
      'listen 8443 ssl',
      'listen [::]:8443 ssl',
    ]);
  }
  await run({ BRAND_NAME: 'Realm', PROXY: 'caddy' });
  expect(await readFile(path.join(folder, 'Caddyfile'), 'utf8')).toContain(
    '{$WAYGATE_DOMAIN:play.invalid:8443} {',
  );
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  expect(await read()).toMatchObject({ BRAND_NAME: 'Realm', LOG_LEVEL: 'warn' });
});

test('a single process leaves without a drain and its proxy waits for it; several drain', async () => {
  const { folder, run, read, answers } = await useSetup();
  const single = { ...answers, DATABASE_URL: 'embedded', SYSTEMD: 'yes' };
  await run({ ...single, PROXY: 'caddy' });
  expect(readConfig(await read())).toMatchObject({ drainSeconds: 0 });
  const caddy = await readFile(path.join(folder, 'Caddyfile'), 'utf8');
  expect(caddy).toContain('reverse_proxy {$WAYGATE_UPSTREAMS:127.0.0.1:3000} {');
  expect(caddy).toContain('# Caddy in front of one process.');
  // A process that is avoided after one refused connection would be away for longer than its restart.
  expect(caddy).not.toMatch(/health_|fail_duration|drain/i);
  expect(caddy).toMatch(/^\t\tlb_try_duration 15s$/m);
  expect(caddy.split('{').length).toBe(caddy.split('}').length);
  await run({ ...single, PROXY: 'nginx' });
  expect(await readFile(path.join(folder, 'nginx.conf'), 'utf8')).toMatch(
    /upstream waygate \{\n\tserver 127\.0\.0\.1:3000;\n\tkeepalive 32;\n\}/,
  );

  await run({ DATABASE_URL: answers.DATABASE_URL, PROXY: 'caddy' });
  expect(await read()).not.toHaveProperty('DRAIN_SECONDS');
  expect(await readFile(path.join(folder, 'Caddyfile'), 'utf8')).toContain('health_uri /readyz');
});

test('names the folder of its units, which commands started elsewhere would not find', async () => {
  const { folder, file, run, read, answers, reports } = await useSetup();
  const { DATA_DIR: _, ...rest } = answers;
  await run({ ...rest, DATABASE_URL: 'embedded' });
  expect(await read()).not.toHaveProperty('DATA_DIR');
  await run({ SYSTEMD: 'yes' });
  expect((await read()).DATA_DIR).toBe('/var/lib/waygate/data');
  expect(await readFile(path.join(folder, 'waygate.service'), 'utf8')).not.toContain('\nReadWritePaths=');
  const before = await readFile(file, 'utf8');
  await writeFile(file, `${before}BACKUP_TO=../copies\n`);
  // Below the current folder: from above it, the same relative folder could be the same one, wherever the tests stand.
  const used = path.relative('.', import.meta.dirname);
  await run({ DATA_DIR: used, SYSTEMD: 'yes' });
  const { DATA_DIR: dataDir, BACKUP_TO: backupTo } = await read();
  expect([dataDir, backupTo]).toEqual([path.join('/var/lib/waygate', used), '/var/lib/copies']);
  expect(await readFile(path.join(folder, 'waygate.service'), 'utf8')).toContain('"/var/lib/copies"');
  expect(reports.join()).toContain(
    `The units keep files in ${dataDir}, and ${import.meta.dirname} isn't used any more.`,
  );
});

test('makes a token for metrics once, by which the doctor looks at the proxy', async () => {
  const { run, read, answers } = await useSetup();
  await run(answers);
  const { METRICS_TOKEN: token } = await read();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  await run({ BRAND_NAME: 'Northrend' });
  expect((await read()).METRICS_TOKEN).toBe(token);
});

test.runIf(process.getuid?.() === 0)('refuses the symbolic link of another user, as root', async () => {
  const { folder, file, run } = await useSetup();
  const victim = path.join(folder, 'victim');
  await writeFile(victim, '');
  await symlink(victim, file);
  await lchown(file, 65_534, 65_534);
  await expect(run({ BRAND_NAME: 'Realm' })).rejects.toThrow(/is another user's symbolic link/);
});

test('repeated, it changes only what is answered, and keeps the endpoint and foreign variables', async () => {
  const { file, run, read, answers, stripe } = await useSetup();
  await run(answers);
  const text = (await readFile(file, 'utf8')).replace('TRUST_PROXY=on', 'TRUST_PROXY=2');
  await writeFile(file, `${text}LOG_LEVEL=warn\nHTTP_PROXY=http://proxy\n`);
  const before = await read();
  const { PUBLIC_ORIGIN, STRIPE_SECRET_KEY } = answers;
  const { changed } = await run({ BRAND_NAME: 'Northrend', PUBLIC_ORIGIN, STRIPE_SECRET_KEY });
  expect(changed).toEqual(['BRAND_NAME']);
  expect(await read()).toEqual({ ...before, BRAND_NAME: 'Northrend' });
  expect(stripe.books.webhookEndpoints).toHaveLength(1);
  expect(await run({})).toEqual({ changed: [], files: [], next: ['waygate doctor'] });
  await writeFile(file, `${text}HTTP_PROXY="two\nlines"\n`);
  await expect(run({ BRAND_NAME: 'Outland' })).rejects.toThrow(/^The setup can't keep HTTP_PROXY, /);
});

test('replaces an endpoint whose secret nobody has, and corrects the events of its own', async () => {
  const { run, read, answers, stripe } = await useSetup();
  const { id } = stripe.books.addWebhookEndpoint({ url: WEBHOOK_URL, enabled_events: ['*'] });
  stripe.books.addWebhookEndpoint({ url: 'https://other.invalid/hook', enabled_events: ['*'] });
  const own = () => stripe.books.webhookEndpoints.filter(({ url }) => url === WEBHOOK_URL);
  // It may be in use, so it stays until the new secret is in the file.
  await expect(run(answers, { report: interruptAfterEndpoint })).rejects.toThrow('Ctrl+C');
  expect([own().length, own()[0]?.id === id]).toEqual([2, true]);
  stripe.breakNext(/^DELETE/, { forbid: 'webhook_write' });
  await expect(run(answers)).rejects.toThrow(/^The settings are written, but the webhook endpoint .*still/);
  expect([own().length, own().some((one) => one.id === id)]).toEqual([3, true]);
  await run(answers);
  expect([own().length, own()[0]?.id === id, stripe.books.webhookEndpoints.length]).toEqual([1, false, 2]);

  Object.assign(own()[0] ?? {}, { enabled_events: ['charge.refunded'], status: 'disabled' });
  const { STRIPE_WEBHOOK_SECRET: secret } = await read();
  await run({ STRIPE_SECRET_KEY: stripe.secretKey });
  expect(own()[0]).toMatchObject({ enabled_events: [...EVENT_KINDS], status: 'enabled' });
  expect((await read()).STRIPE_WEBHOOK_SECRET).toBe(secret);
});

test('keeps no secret of another address after an interrupted change of the address', async () => {
  const { run, read, answers, stripe } = await useSetup();
  await run(answers);
  const moved = () => stripe.books.webhookEndpoints.filter(({ url }) => url === MOVED_WEBHOOK_URL);
  const keepsKey = { wantsStep: async ({ title }: { title: string }) => /address|Stripe/.test(title) };
  const change = { PUBLIC_ORIGIN: 'https://moved.invalid/' };
  await expect(run(change, { ...keepsKey, report: interruptAfterEndpoint })).rejects.toThrow('Ctrl+C');
  const [{ id: first } = {}] = moved();
  expect((await read()).PUBLIC_ORIGIN).toBe('https://play.invalid');
  await run(change, keepsKey);
  const { STRIPE_WEBHOOK_SECRET: secret, PUBLIC_ORIGIN: origin } = await read();
  expect(origin).toBe('https://moved.invalid');
  expect(moved().map(({ id }) => `whsec_${id}`)).toEqual([secret]);
  expect(secret).not.toBe(`whsec_${first}`);
});

test('an answer about the address alone changes the webhook endpoint, too', async () => {
  const { run, read, answers, stripe } = await useSetup();
  await run(answers);
  await run({ PUBLIC_ORIGIN: 'https://moved.invalid' });
  const { id } = stripe.books.webhookEndpoints.find(({ url }) => url === MOVED_WEBHOOK_URL) ?? {};
  expect((await read()).STRIPE_WEBHOOK_SECRET).toBe(`whsec_${id}`);
});

test('writes nothing when an answer fails its test, and says why without a secret', async () => {
  const { file, run, answers, stripe, twitch, smtp } = await useSetup();
  const refused = async (changes: Record<string, string>, sentence: RegExp) => {
    const failure = run({ ...answers, ...changes });
    await expect(failure).rejects.toThrow(sentence);
    await expect(failure).rejects.not.toThrow(/s3cret/);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  };
  await refused(
    { DATABASE_URL: 'postgres://waygate:s3cret@127.0.0.1:1/none' },
    /^The database can't be used: .*REFUSED/,
  );
  await expect(run({}, asking('Public address'))).rejects.toThrow(/^An address is needed\.$/);
  await expect(run({}, asking('Mail'))).rejects.toThrow(/^A mail server is needed\.$/);
  await refused({ BRAND_NAME: `Owner's $ Realm` }, /^BRAND_NAME has a line break, .*\$ `\.$/);
  await refused({ PUBLIC_ORIGIN: 'play.example' }, /^PUBLIC_ORIGIN must be an address/);
  await refused({ STRIPE_SECERT_KEY: 'sk_live_s3cret' }, /^No question is named STRIPE_SECERT_KEY\.$/);
  await refused(
    { STRIPE_SECRET_KEY: 'sk_test_s3cret0' },
    /^Stripe refuses or doesn't answer: Invalid API Key/,
  );
  stripe.grantOnly('charge_write');
  await refused(
    { STRIPE_SECRET_KEY: stripe.restrictedKey },
    /^The key lacks checkout_session_read, payment_intent_read/,
  );
  await refused({ TWITCH_CATEGORIES: 'Agaia, Nowhere' }, /^Twitch knows no category named Nowhere\./);
  await refused({ TWITCH_CLIENT_SECRET: 's3cret' }, /^Twitch answered POST \/oauth2\/token with 4/);
  twitch.simulator.faults.plan({ endpoint: 'games', fault: '503' });
  await refused({}, /^Twitch answered GET \/helix\/games with 503/);
  smtp.treat('refuse login');
  await refused({}, /^The mail server refuses or doesn't answer: .*535/);
  smtp.treat('refuse sender');
  await refused({}, /^The mail server refuses or doesn't answer: .*550/);
});

test.each([
  ['overwrites the header', '{address}', true, { proxies: 1 }],
  ['appends to the header', '{given}, {address}', true, { proxies: 1 }],
  ['is the second one', '198.51.100.1, {address}', true, { proxies: 2 }],
  ["passes on the visitor's claim", '{given}', true, expect.stringContaining('own X-Forwarded-For')],
  ['passes on no address', '', true, expect.stringContaining('no X-Forwarded-For')],
  ['names itself as the host', '{address}', false, expect.stringContaining('passes on Host')],
])('a proxy that %s', async (_, forwarded, keepsHost, expected) => {
  const port = await freePort();
  const proxy = createServer((incoming, outgoing) => {
    const given = String(incoming.headers['x-forwarded-for']);
    const header = forwarded.replace('{given}', given).replace('{address}', '127.0.0.1');
    const headers = {
      ...(keepsHost && { host: incoming.headers.host }),
      ...(header !== '' && { 'x-forwarded-for': header }),
    };
    const options = { port, host: '127.0.0.1', path: incoming.url, headers };
    request(options, (answer) => answer.pipe(outgoing)).end();
  });
  const origin = await listen(proxy);
  const observed = observeProxy({ origin, host: '127.0.0.1', port }).catch((error: unknown) => String(error));
  expect(await observed).toEqual(expected);
});

test('a public address that leads elsewhere or nowhere is reported, not believed', async () => {
  const port = await freePort();
  const other = await listen(createServer((_, response) => response.end('Hello')));
  const find = (origin: string) => observeProxy({ origin, host: '127.0.0.1', port });
  expect(await find(other)).toEqual({ unknown: expect.stringContaining('status 200') });
  expect(await find(`http://127.0.0.1:${await freePort()}`)).toEqual({
    unknown: 'no answer (ECONNREFUSED)',
  });
});

test('as a process, it ends with 1 and one sentence when an answer is wrong', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-setup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'answers.json'), '{"OWNER_EMAIL":"nobody"}');
  const program = path.join(import.meta.dirname, '../../bin/waygate.ts');
  const words = ['setup', '--answers', 'answers.json', '--json'];
  const ended = spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8', env: {} });
  expect(ended).toMatchObject({ status: 1, stdout: '', stderr: 'OWNER_EMAIL must be an e-mail address.\n' });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
