import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import { useTestDatabase } from '#test/database.ts';

const SECRET = 'correct-horse-battery';

describe('a log line', () => {
  test('is one JSON object with its level, message and fields', () => {
    const { log, lines } = captureLog();
    log.info({ port: 3000 }, 'listening');
    expect(lines()).toMatchObject([{ level: 30, msg: 'listening', port: 3000 }]);
  });

  test.each([
    { password: SECRET },
    { body: { password: SECRET, newPassword: SECRET, currentPassword: SECRET } },
    { session: { accessToken: SECRET, token: SECRET } },
    { authorization: SECRET },
    { req: { headers: { authorization: SECRET, cookie: SECRET } } },
  ])('never shows the secret in %j', (fields) => {
    const { log, text } = captureLog();
    log.error(fields, 'careless');
    log.child(fields).error('careless child');
    expect(text()).toContain('careless child');
    expect(text()).not.toContain(SECRET);
  });
});

describe('a logged error', () => {
  test('of a statement shows neither its parameters nor the row', async () => {
    const { db } = await useTestDatabase();
    const { log, lines, text } = captureLog();
    await db.execute(sql`create table secrets (token text primary key, number int)`);
    await db.execute(sql`insert into secrets (token) values (${SECRET})`);
    const refused = db.execute(sql`insert into secrets (token) values (${SECRET})`);
    await refused.catch((error: unknown) => log.error({ err: error }, 'refused'));
    const [line] = lines();
    expect(line).toMatchObject({
      err: {
        message: expect.stringContaining('Failed query: insert into secrets'),
        cause: { code: '23505' },
      },
    });
    expect(line.err.stack).toContain('logger.test.ts');
    expect(text()).not.toContain(SECRET);
  });

  test('of an invalid value for PostgreSQL does not show the value', async () => {
    const { db } = await useTestDatabase();
    const { log, lines, text } = captureLog();
    await db
      .execute(sql`select ${SECRET}::int`)
      .catch((error: unknown) => log.error({ err: error }, 'refused'));
    expect(lines()[0].err.cause.message).toBe('invalid input syntax for type integer');
    expect(text()).not.toContain(SECRET);
  });

  test('does not show parameters that look like a stack', () => {
    const { log, text } = captureLog();
    log.error({ err: new Error(`Failed query: select 1\nparams: a\n    at b,${SECRET}`) });
    const renamed = new Error(`Failed query: select 1\nparams: ${SECRET}`);
    renamed.message = 'Failed query';
    log.error({ err: renamed });
    expect(text()).not.toContain(SECRET);
  });

  test('does not show properties that libraries add', () => {
    const { log, text } = captureLog();
    const config = { headers: { authorization: `Bearer ${SECRET}` } };
    const error = Object.assign(
      new Error('refused', { cause: Object.assign(new Error('inner'), { config }) }),
      {
        detail: `Key (token)=(${SECRET}) already exists.`,
        response: SECRET,
        config,
      },
    );
    log.error({ err: error, error, warning: { message: 'slow', data: { query: SECRET } } }, 'failed');
    log.error(error);
    log.error({ err: { message: 'no error', password: SECRET } });
    expect(text()).toContain('inner');
    expect(text()).toContain('slow');
    expect(text()).not.toContain(SECRET);
  });

  test('may be its own cause', () => {
    const { log, lines } = captureLog();
    const error = new Error('circular');
    error.cause = error;
    log.error({ err: error }, 'failed');
    expect(lines()[0].err.cause.message).toBe('circular');
  });

  test.each([undefined, null, 'text', 7])('may be %j', (thrown) => {
    const { log, lines } = captureLog();
    log.error({ err: thrown }, 'failed');
    expect(lines()).toMatchObject([{ msg: 'failed' }]);
  });
});
