import type {
  AccountPolicy,
  CredentialRules,
} from '@waygate/contract/game-accounts/credential-rules.schemas';
import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import {
  effectiveAccountPolicy,
  gameServers,
  gameServerStatus,
  isHashingTrusted,
} from '#features/game-servers/game-servers.ts';
import type { Db } from '#platform/db/database.ts';
import { gameAccounts } from './game-accounts.tables.ts';

/** A game server whose bridge manages accounts. */
export type ManagedServer = {
  serverId: number;
  serverName: string;
  policy: AccountPolicy;
  rules: CredentialRules;
};

const COLUMNS = {
  serverId: gameServers.id,
  serverName: gameServers.name,
  accountPolicy: gameServers.accountPolicy,
  rules: gameServerStatus.accountRules,
  isTrusted: isHashingTrusted,
};

/** In their order: those that are listed, and hidden ones where the account has an account already. */
export async function selectServersOfAccount(db: Db, accountId: number): Promise<ManagedServer[]> {
  const rows = await db
    .select(COLUMNS)
    .from(gameServers)
    .innerJoin(gameServerStatus, eq(gameServerStatus.serverId, gameServers.id))
    .leftJoin(
      gameAccounts,
      and(eq(gameAccounts.serverId, gameServers.id), eq(gameAccounts.accountId, accountId)),
    )
    .where(
      and(
        isNotNull(gameServerStatus.accountRules),
        or(eq(gameServers.isListed, true), isNotNull(gameAccounts.accountId)),
      ),
    )
    .orderBy(asc(gameServers.position), asc(gameServers.id));
  return rows.flatMap(asManaged);
}

export type SamePasswordServer = ManagedServer & { isListed: boolean };

/** Servers whose accounts have the portal's password. Those of hidden ones still follow a change. */
export async function selectSamePasswordServers(db: Db): Promise<SamePasswordServer[]> {
  const rows = await db
    .select({ ...COLUMNS, isListed: gameServers.isListed })
    .from(gameServers)
    .innerJoin(gameServerStatus, eq(gameServerStatus.serverId, gameServers.id))
    .where(isNotNull(gameServerStatus.accountRules));
  return rows.flatMap(asManaged).filter(({ policy }) => policy === 'same_password');
}

type Row = {
  serverId: number;
  serverName: string;
  accountPolicy: AccountPolicy | null;
  rules: CredentialRules | null;
  isTrusted: boolean;
};

function asManaged<T extends Row>({
  accountPolicy,
  isTrusted,
  rules,
  ...server
}: T): (Omit<T, 'accountPolicy' | 'isTrusted' | 'rules'> & Pick<ManagedServer, 'policy' | 'rules'>)[] {
  const policy = effectiveAccountPolicy(rules, { policy: accountPolicy, isTrusted });
  return rules === null || policy === null ? [] : [{ ...server, policy, rules }];
}
