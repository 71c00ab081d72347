import { describe, expect, test } from 'vitest';
import { reportStart } from '#app/startup-report.ts';
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

describe('the startup line', () => {
  test('names the local mode, and where its parts are simulated', () => {
    expect(report({}).printed).toEqual([
      'Mode: local, because PUBLIC_ORIGIN (http://localhost:3000) and HOST (127.0.0.1) are on this machine. ' +
        'Payments: sandbox at /sandbox. Twitch: simulated at /sandbox/twitch. Mail: mailbox at /dev/mail. ' +
        'Alerts: by mail to owners (ALERT_WEBHOOK_URL is not set).',
    ]);
  });

  test('names the public mode, and what is switched off for want of which variable', () => {
    const { printed, logged } = report({ PUBLIC_ORIGIN, TRUST_PROXY: 'on' });
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
    const { printed } = report({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example' });
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
    expect(logged()).toContainEqual(expect.objectContaining({ mode: 'public', mail: 'waiting' }));
    await stop();
  }
});
