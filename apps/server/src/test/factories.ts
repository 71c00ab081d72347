import { randomBytes } from 'node:crypto';
import { accounts } from '#features/identity/accounts.tables.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';

/** An account that nobody can sign in to, for tests below the API. */
export async function createTestAccount(db: Db): Promise<number> {
  const userName = `hero_${randomBytes(5).toString('hex')}`;
  const [row] = await db
    .insert(accounts)
    .values({
      userName,
      email: `${userName}@example.com`,
      passwordHash: 'none',
      emailConfirmedAt: new Date(),
    })
    .returning({ id: accounts.id });
  if (!row) throw new Error('The account was not written.');
  return row.id;
}

/** A caller without rights and without a session, for tests below the API. */
export function testViewer(given: Partial<Viewer> & Pick<Viewer, 'accountId'>): Viewer {
  return {
    userName: 'viewer',
    permission: 0,
    webMgt: 1,
    sections: [],
    sessionHash: Buffer.alloc(0),
    isSudo: true,
    isFactorMissing: false,
    ...given,
  };
}
