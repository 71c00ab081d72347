import { eq, sql } from 'drizzle-orm';
import type { Factors } from '@waygate/contract/factors/factors.schemas';
import { hasFactor, isFactorRequired, type ReadTotp, totpOf } from '#features/factors/factors.ts';
import { accounts } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { presentPasskey } from './passkeys/passkeys.presenter.ts';
import { selectPasskeys } from './passkeys/passkeys.queries.ts';

type FactorsRow = {
  totpSince: string | null;
  recoveryCodesLeft: number;
  isRequired: boolean;
  removalDueAt: string | null;
};

export async function selectFactors(db: Db, accountId: number): Promise<Factors | undefined> {
  const [row] = await db
    .select({
      totpSince: sql<FactorsRow['totpSince']>`(
        select to_json(confirmed_at) from totp_factors where account_id = ${accounts.id})`,
      recoveryCodesLeft: sql<number>`(
        select count(*)::int from recovery_codes where account_id = ${accounts.id} and used_at is null)`,
      isRequired: isFactorRequired,
      removalDueAt: sql<FactorsRow['removalDueAt']>`(
        select to_json(due_at) from factor_removals where account_id = ${accounts.id})`,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return (
    row && {
      ...row,
      totpSince: inIso(row.totpSince),
      removalDueAt: inIso(row.removalDueAt),
      passkeys: (await selectPasskeys(db, accountId)).map(presentPasskey),
    }
  );
}

function inIso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** What decides how an account proves who it is. */
export type ProvingAccount = {
  id: number;
  userName: string;
  email: string;
  passwordHash: string;
  hasFactor: boolean;
  totp: ReadTotp | null;
};

export async function selectProvingAccount(db: Db, accountId: number): Promise<ProvingAccount | undefined> {
  const [row] = await db
    .select({
      id: accounts.id,
      userName: accounts.userName,
      email: accounts.email,
      passwordHash: accounts.passwordHash,
      hasFactor: hasFactor(accounts.id),
      totp: totpOf(sql`${accounts.id}`),
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row;
}
