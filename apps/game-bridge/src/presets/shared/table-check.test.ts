import { expect, test } from 'vitest';
import type { GameConnection } from '#database/game-database.ts';
import { checkTables } from './table-check.ts';

test('says of a server without writes that no right helps', async () => {
  const rows = [{ database: 'game', user: 'bridge@localhost', name: 'mail', col: 'id' }];
  const replica: GameConnection = {
    query: async <Row extends Record<string, unknown>>() => rows as unknown as Row[],
    execute: async () => {
      throw Object.assign(new Error('The server is read-only'), { code: 'ER_OPTION_PREVENTS_STATEMENT' });
    },
  };
  const [finding] = await checkTables(replica, [{ table: 'mail', columns: ['id'], rights: ['INSERT'] }], '');
  expect(finding).toMatchObject({ level: 'error', remedy: expect.stringContaining('read_only = 0') });
  expect(finding?.remedy).not.toContain('GRANT');
});
