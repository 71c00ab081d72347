import { eq } from 'drizzle-orm';
import type { Terms } from '#features/legal/legal.ts';
import { type TermsVersionRow, termsVersions } from '#features/orders/orders.tables.ts';
import type { Db } from '#platform/db/database.ts';

/** Keeps what is stored: a version names exactly one text. */
export async function insertTermsVersion(
  db: Db,
  { version, updated, body, withdrawal }: Terms,
): Promise<void> {
  await db
    .insert(termsVersions)
    .values({ version, updated, body, withdrawal: withdrawal ?? null })
    .onConflictDoNothing();
}

export async function selectTermsVersion(
  db: Db,
  version: string | null,
): Promise<TermsVersionRow | undefined> {
  if (version === null) return undefined;
  const [row] = await db.select().from(termsVersions).where(eq(termsVersions.version, version));
  return row;
}
