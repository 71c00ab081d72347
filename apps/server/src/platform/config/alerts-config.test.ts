import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('takes a webhook for alerts with a public https address', () => {
  expect(readConfig({}).alertWebhookUrl).toBeUndefined();
  const ALERT_WEBHOOK_URL = 'https://discord.com/api/webhooks/1/abc';
  expect(readConfig({ ALERT_WEBHOOK_URL }).alertWebhookUrl).toBe(ALERT_WEBHOOK_URL);
});

test.each([
  'http://discord.com/api/webhooks/1/s3cret',
  'discord.com/api/webhooks/1/s3cret',
  'https://user:s3cret@discord.com/hook',
  'https://localhost/s3cret',
  'https://127.0.0.1/s3cret',
  'https://0x7f.1/s3cret',
  'https://2130706433/s3cret',
  'https://[::1]/s3cret',
  'https://[::ffff:10.0.0.1]/s3cret',
  'https://10.0.0.1/s3cret',
  'https://169.254.169.254/s3cret',
  'https://intranet/s3cret',
  'https://printer.local/s3cret',
])('refuses %s as a webhook for alerts, without repeating it', (ALERT_WEBHOOK_URL) => {
  const read = () => readConfig({ ALERT_WEBHOOK_URL });
  expect(read).toThrow('ALERT_WEBHOOK_URL must be an https address with a public host');
  expect(read).not.toThrow('s3cret');
});
