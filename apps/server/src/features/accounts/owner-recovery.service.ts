import { randomUUID } from 'node:crypto';
import { isOwner, OWNER_PERMISSION } from '@waygate/contract/ranks';
import { asc, eq, sql } from 'drizzle-orm';
import { deleteFactors } from '#features/factors/factors.ts';
import { type AccountRow, accounts, type BanRow } from '#features/identity/identity.ts';
import { revokePassword } from '#features/sessions/sessions.ts';
import { insertAuditEntries } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { mintToken, voidResetTokens } from '#features/account-mails/account-mails.ts';
import { updateBansLifted } from './admin/bans.queries.ts';
import { auditedBan } from './admin/bans.service.ts';
import { lockOwnership, OWNER_RIGHTS } from './owner.service.ts';

const REASON = 'On the command line: waygate owner-recovery';

/** Nothing was changed; the message says why, for the operator. */
export class RecoveryRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecoveryRefused';
  }
}

/**
 * Lets an operator back into an owner's account: creates a token for a new password, which works once and for one hour. The old
 * password, the account's sessions and older tokens stop working, bans are lifted, and second factors are removed.
 *
 * @param asked the account's name or e-mail; without a name the first owner. `isPromoted` makes the account an owner
 * @throws RecoveryRefused when there is no such account, or it was deleted, or it is no owner and is not promoted
 */
export async function recoverOwner(
  db: Database,
  asked: { name: string | undefined; isPromoted: boolean },
): Promise<{
  userName: string;
  token: string;
  liftedBans: number;
  wasPromoted: boolean;
  hadFactors: boolean;
}> {
  return db.transaction(async (tx) => {
    await lockOwnership(tx);
    const account = await lockAccount(tx, asked.name);
    if (account.erasedAt) throw new RecoveryRefused(`${account.userName} was deleted, which is for good.`);
    const wasPromoted = !isOwner(account);
    if (wasPromoted && !asked.isPromoted)
      throw new RecoveryRefused(
        `${account.userName} is not an owner. --promote makes the account one, with every right.`,
      );
    const { id, email, userName } = account;
    if (wasPromoted) await tx.update(accounts).set(OWNER_RIGHTS).where(eq(accounts.id, id));
    const bans = await updateBansLifted(tx, id);
    // Who lost the password may have lost the phone too, and nobody else could let an owner in.
    const hadFactors = await deleteFactors(tx, id);
    // Without factors, the old password alone would open the account until the token is used.
    await revokePassword(tx, id);
    await voidResetTokens(tx, id);
    // No mail carries it.
    const token = await mintToken(tx, {
      accountId: id,
      purpose: 'reset_password',
      email,
      mailId: randomUUID(),
    });
    await insertAuditEntries(tx, entriesOf(account, { wasPromoted, bans, hadFactors }));
    return { userName, token, liftedBans: bans.length, wasPromoted, hadFactors };
  });
}

async function lockAccount(tx: Transaction, name: string | undefined): Promise<AccountRow> {
  const isWanted =
    name === undefined
      ? eq(accounts.permission, OWNER_PERMISSION)
      : sql`lower(${accounts.userName}) = lower(${name}) or lower(${accounts.email}) = lower(${name})`;
  const [account] = await tx
    .select()
    .from(accounts)
    .where(isWanted)
    .orderBy(asc(accounts.id))
    .limit(1)
    .for('no key update');
  if (account) return account;
  throw new RecoveryRefused(
    name === undefined
      ? 'There is no owner. Name an account, and make it one with --promote.'
      : `There is no account with the name or e-mail ${name}.`,
  );
}

/** In the account's own name: nobody is signed in. */
function entriesOf(
  { id, permission }: AccountRow,
  { wasPromoted, bans, hadFactors }: { wasPromoted: boolean; bans: BanRow[]; hadFactors: boolean },
) {
  const entry = { staffId: id, accountId: id, target: String(id), reason: REASON };
  return [
    ...(wasPromoted
      ? [
          {
            ...entry,
            kind: 'user.update' as const,
            before: { permission },
            after: { permission: OWNER_PERMISSION },
          },
        ]
      : []),
    ...(bans.length > 0
      ? [{ ...entry, kind: 'user.unban' as const, before: { bans: bans.map(auditedBan) } }]
      : []),
    ...(hadFactors ? [{ ...entry, kind: 'user.remove_factors' as const }] : []),
    { ...entry, kind: 'user.reset_link' as const },
  ];
}
