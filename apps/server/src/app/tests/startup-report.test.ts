import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reportGameServers, reportStart } from '#app/startup-report.ts';
import { readConfig } from '#platform/config/config.ts';
import { captureLog } from '#test/captured-log.ts';
import { useTestDatabase } from '#test/database.ts';
import { PRODUCTION } from '#test/environments.ts';
import { useGameFolder } from '#test/game-simulator.ts';
import { startWithoutPages } from '#test/started-portal.ts';

const PUBLIC_ORIGIN = 'https://play.example.com';

function report(environment: Record<string, string>) {
  const [{ log, lines }, printed] = [captureLog(), Array.of<string>()];
  reportStart({ config: readConfig(environment), log, print: (sentence) => void printed.push(sentence) });
  return { printed, logged: lines() };
}

const { FACTOR_KEY } = PRODUCTION;

describe('the startup line', () => {
  test('names the local mode, and where its parts are simulated', () => {
    expect(report({}).printed).toEqual([
      'Mode: local, because PUBLIC_ORIGIN (http://localhost:3000) and HOST (127.0.0.1) are on this machine. ' +
        'Payments: sandbox at /sandbox. Twitch: simulated at /sandbox/twitch. Mail: mailbox at /dev/mail. ' +
        'Alerts: by mail to owners (ALERT_WEBHOOK_URL is not set).',
    ]);
  });

  test('names the public mode, and what is switched off for want of which variable', () => {
    const { printed, logged } = report({ PUBLIC_ORIGIN, TRUST_PROXY: 'on', FACTOR_KEY });
    expect(printed).toEqual([
      'Mode: public, because PUBLIC_ORIGIN is https://play.example.com. ' +
        'Payments: closed (STRIPE_SECRET_KEY is not set). Twitch: off (TWITCH_CLIENT_ID is not set). ' +
        'Mail: waits in the outbox (SMTP_URL is not set). Alerts: by mail to owners (ALERT_WEBHOOK_URL is not set).',
      "Warning: SMTP_URL is not set: players get no mail, so they can't confirm addresses or reset passwords.",
    ]);
    expect(logged).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'starting in public mode',
        mode: 'public',
        reason: 'PUBLIC_ORIGIN is https://play.example.com',
        payments: 'off',
        twitch: 'off',
        mail: 'waiting',
        alerts: 'mail',
      }),
      expect.objectContaining({ level: 40, msg: expect.stringMatching(/^SMTP_URL is not set: players/) }),
    ]);
  });

  test('names misspelt variables, printed and logged, without their values', () => {
    const { printed, logged } = report({ STRIPE_SECERT_KEY: 'sk_live_s3cret' });
    const sentence = 'STRIPE_SECERT_KEY is unknown. Did you mean STRIPE_SECRET_KEY?';
    expect(printed.slice(1)).toEqual([`Warning: ${sentence}`]);
    expect(logged.slice(1)).toEqual([expect.objectContaining({ level: 40, msg: sentence })]);
    expect(JSON.stringify([printed, logged])).not.toContain('s3cret');
  });

  test('names the real parts, and that test payments deliver for nothing', () => {
    const keys = { STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_ALLOW_TEST_KEY: 'on' };
    const { printed } = report({ ...PRODUCTION, ...keys, STRIPE_SECRET_KEY: 'sk_live_1' });
    expect(printed).toEqual([
      'Mode: public, because NODE_ENV is production. Payments: Stripe. ' +
        'Twitch: off (TWITCH_CLIENT_ID is not set). Mail: SMTP. ' +
        'Alerts: by mail to owners (ALERT_WEBHOOK_URL is not set).',
    ]);
    const tested = report({ ...PRODUCTION, ...keys, STRIPE_SECRET_KEY: 'sk_test_1' });
    expect(tested.printed[0]).toContain('Payments: Stripe with a test key, which delivers without payment.');
    expect(tested.logged[0]).toMatchObject({ payments: 'stripe-test', mail: 'smtp' });
  });

  test('warns of what a public portal should not start with', () => {
    const { printed } = report({
      HOST: '0.0.0.0',
      SMTP_URL: 'smtp://mail',
      MAIL_FROM: 'a@b.example',
      FACTOR_KEY,
    });
    expect(printed.slice(1)).toEqual([
      'Warning: PUBLIC_ORIGIN is not set: links in mails lead to http://localhost:3000.',
    ]);
  });

  test('contains no secret', () => {
    const { printed, logged } = report({
      ...PRODUCTION,
      STRIPE_SECRET_KEY: 'sk_live_s3cret',
      STRIPE_WEBHOOK_SECRET: 'whsec_s3cret',
      ALERT_WEBHOOK_URL: 'https://discord.com/api/webhooks/1/s3cret',
    });
    expect(logged[0]).toMatchObject({ alerts: 'mail-and-webhook' });
    expect(printed[0]).toContain('Alerts: by mail to owners, and to the webhook.');
    expect(JSON.stringify([printed, logged])).not.toContain('s3cret');
  });
});

test('the portal reports its mode when it starts, as api and as worker', async () => {
  const [database, dataDir] = [await useTestDatabase(), await useGameFolder()];
  for (const isWorker of [false, true]) {
    const environment = { PORT: '0', PUBLIC_ORIGIN, DATA_DIR: dataDir };
    const { printed, logged, stop } = await startWithoutPages(database, environment, {}, isWorker);
    expect(printed()).toMatch(/^Mode: public, because PUBLIC_ORIGIN is/);
    expect(printed()).toContain('Game servers: Game server (main), whose bridge has not reported yet.');
    expect(logged()).toContainEqual(expect.objectContaining({ mode: 'public', mail: 'waiting' }));
    await stop();
  }
});

test('the start names each game server and its bridge', async () => {
  const { db } = await useTestDatabase();
  await db.execute(sql`
    insert into game_servers (name, slug, position, is_listed) values ('North', 'north', 1, true), ('East', 'east', 2, false)`);
  await db.execute(sql`
    insert into game_server_status (server_id, adapter, bridge_version, guarantee, needs_character, reports_collected,
      is_online, players_online, reported_at)
    values (1, 'rathena', '1.0.0', 'exactly_once', true, false, true, 7, now()),
           (2, 'sql', '1.2.0', 'exactly_once', true, false, true, 7, '2026-11-20T10:00:00Z')`);
  const printed: string[] = [];
  await reportGameServers({ print: (sentence) => void printed.push(sentence) }, db);
  expect(printed).toEqual([
    'Game servers: Game server (main) with the bridge rathena 1.0.0, connected; ' +
      'North (north) with the bridge sql 1.2.0, silent since 2026-11-20T10:00:00.000Z; ' +
      'East (east, hidden), whose bridge has not reported yet.',
  ]);
});
