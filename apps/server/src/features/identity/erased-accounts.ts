import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { unauthenticated } from '#platform/errors/app-error.ts';

/** Reserved by RFC 2606: no mail ever arrives there. `emailSchema` refuses it, so that nobody takes such an address. */
const DOMAIN = '@deleted.invalid';

/** What an erased account has for an e-mail address. @param name its number, or another that nobody has */
export function erasedMailbox(name: number | string): string {
  return `deleted-${name}${DOMAIN}`;
}

export function isErasedMailbox(email: string): boolean {
  return email.endsWith(DOMAIN);
}

/**
 * Ends what the account itself asked for and was not begun. A request by staff stays. The transaction has locked the
 * account. Here and not in privacy, which is above those who call it.
 */
export async function withdrawOwnErasure(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    delete from account_erasures
    where account_id = ${accountId} and staff_id is null and begun_at is null and erased_at is null`);
}

/**
 * Requires, until the transaction ends, that the account is not erased. For writes whose session was checked before, and
 * that would leave something which the erasure has looked for.
 *
 * @throws unauthenticated
 */
export async function requireNotErased(tx: Transaction, accountId: number): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from accounts where id = ${accountId} and erased_at is null for share`,
  );
  if (rows.length === 0) throw unauthenticated();
}
