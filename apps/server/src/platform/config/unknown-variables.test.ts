import { expect, test } from 'vitest';
import { PRODUCTION } from '#test/environments.ts';
import { readConfig } from './config.ts';

const SECRET = 'sk_live_s3cret';

test.each([
  ['STRIPE_SECERT_KEY', 'STRIPE_SECERT_KEY is unknown. Did you mean STRIPE_SECRET_KEY?'],
  ['PUBLIC_ORIGN', 'PUBLIC_ORIGN is unknown. Did you mean PUBLIC_ORIGIN?'],
  ['SMPT_URL', 'SMPT_URL is unknown. Did you mean SMTP_URL?'],
  ['DATADIR', 'DATADIR is unknown. Did you mean DATA_DIR?'],
  ['PORTS', 'PORTS is unknown. Did you mean PORT?'],
  ['trust_proxy', 'trust_proxy is unknown. Did you mean TRUST_PROXY?'],
  ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_PUBLISHABLE_KEY is unknown and has no effect.'],
  ['S3_PATH_STYLE', 'S3_PATH_STYLE is unknown and has no effect.'],
])('names the unknown variable %s, and never its value', (name, sentence) => {
  expect(readConfig({ [name]: SECRET }).unknownVariables).toEqual([sentence]);
});

test('says nothing about variables of other programs', () => {
  const others =
    'HOME PATH PWD LANG TERM USER SHELL HOSTNAME HOSTTYPE TZ TMPDIR PGHOST NODE_OPTIONS NODE_VERSION NODE_PATH UV_THREADPOOL_SIZE ' +
    'LOG_FILE GAME_ROOT API_KEY DATABASE_NAME npm_config_user_agent npm_lifecycle_event S3 _';
  const environment = Object.fromEntries(others.split(' ').map((name) => [name, 'x']));
  expect(readConfig({ ...environment, ...PRODUCTION }).unknownVariables).toEqual([]);
});

test('names a misspelt variable next to the one that is missing', () => {
  const { MAIL_FROM, ...others } = PRODUCTION;
  expect(() => readConfig({ ...others, MAIL_FORM: MAIL_FROM })).toThrow(
    /MAIL_FROM is needed in production.*\n.*MAIL_FORM is unknown\. Did you mean MAIL_FROM\?/,
  );
});
