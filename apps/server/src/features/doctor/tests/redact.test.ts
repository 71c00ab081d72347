import { expect, test } from 'vitest';
import { createRedact } from '#features/doctor/redact.ts';

const redact = createRedact({
  DATABASE_URL: 'postgres://waygate:p%40ss-w0rd@db.internal/waygate',
  SMTP_URL: 'smtps://AKIDEXAMPLE:pass-w0rd@mail.internal',
  GAME_ACCOUNT_KEY: 'new:AAAAkey1,old:BBBBkey2',
  BRIDGE_TOKEN: 'tok.en-1234',
  OWNER_PASSWORD: 'abc',
  BACKUP_PASSPHRASE: 'correct horse battery',
  HOST: 'play.internal',
});

test.each([
  ['refused postgres://waygate:p%40ss-w0rd@db.internal/waygate today', 'refused [redacted] today'],
  ['password p@ss-w0rd of somebody', 'password [redacted] of somebody'],
  ['key BBBBkey2', 'key [redacted]'],
  ['token tok.en-1234.', 'token [redacted].'],
  ['opened by correct horse battery.', 'opened by [redacted].'],
  ['at smtp://other:person@mail.internal', 'at smtp://[redacted]@mail.internal'],
  ['key sk_live_abc123 and whsec_abc', 'key [redacted] and [redacted]'],
  ['to owner@play.example', 'to [address]'],
  ['key AKIDEXAMPLE of the mail service', 'key [redacted] of the mail service'],
  ['/var/lib/waygate/data of the role waygate', '/var/lib/waygate/data of the role waygate'],
  ['a part of abc at play.internal', 'a part of abc at play.internal'],
])('%s', (text, clean) => {
  expect(redact(text)).toBe(clean);
});
