import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { postgresAddress } from './postgres.ts';

/** For `describe.skipIf(isPostgresMissing())`. The set-up of the run says loudly that it is. */
export function isPostgresMissing(): boolean {
  return inject('postgresPort') === null;
}

/** The address of a new, empty database, dropped when the test ends. */
export async function usePostgresDatabase(port = inject('postgresPort')): Promise<string> {
  if (port === null) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const name = `game_${randomBytes(6).toString('hex')}`;
  await administrate(port, `create database ${name}`);
  onTestFinished(() => administrate(port, `drop database ${name} with (force)`));
  return postgresAddress(port, name);
}

async function administrate(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresAddress(port) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
