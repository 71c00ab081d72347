import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const S3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

function faultsOf(variables: Record<string, string>): string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)];
  }
}

test('reads a folder, and a bucket with the credentials of the files or with its own', () => {
  expect(readConfig({ BACKUP_TO: '/srv/backups', BACKUP_EVERY: '30m' }).backup).toMatchObject({
    to: { kind: 'folder', folder: '/srv/backups' },
    everySeconds: 1800,
  });
  const shared = readConfig({ ...S3, BACKUP_TO: 's3://backups/portal/' }).backup;
  expect(shared.to).toMatchObject({
    kind: 's3',
    prefix: 'portal/',
    s3: { bucket: 'backups', region: 'us-east-1', accessKeyId: 'id' },
  });
  const own = { BACKUP_S3_ACCESS_KEY_ID: 'own', BACKUP_S3_SECRET_ACCESS_KEY: 'own secret' };
  const separate = readConfig({ ...S3, ...own, BACKUP_TO: 's3://backups', BACKUP_S3_REGION: 'eu-1' }).backup;
  expect(separate.to).toMatchObject({ prefix: '', s3: { region: 'eu-1', accessKeyId: 'own' } });
});

test('refuses a bucket without credentials, other addresses, times without a unit, and short passphrases', () => {
  expect(faultsOf({ BACKUP_TO: 's3://backups' })).toEqual([
    'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are needed for a bucket in BACKUP_TO',
  ]);
  expect(faultsOf({ BACKUP_TO: 'ftp://backups' })).toEqual([
    expect.stringMatching(/^BACKUP_TO must be a folder/),
  ]);
  expect(faultsOf({ BACKUP_EVERY: '24' })).toEqual([expect.stringMatching(/^BACKUP_EVERY must be minutes/)]);
  expect(faultsOf({ BACKUP_PASSPHRASE: 'short' })).toEqual([expect.stringMatching(/^BACKUP_PASSPHRASE/)]);
});
