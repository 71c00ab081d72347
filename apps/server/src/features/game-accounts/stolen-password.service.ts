import { randomInt } from 'node:crypto';
import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import { lockAccounts } from '#features/identity/identity.ts';
import type { RevokeInGames } from '#platform/auth/portal-password.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { updateGameAccount } from './commands.queries.ts';
import { deriveCredential } from './credentials/credentials.ts';
import { revokeStolenPasswordJob, type StolenPassword } from './job-definitions.ts';
import { MESSAGES } from './messages.ts';
import { type RequestParts, writeRequest } from './requests.service.ts';
import { type ManagedServer, selectSamePasswordServers } from './servers.queries.ts';
import { selectLoginWithOldPassword, selectTimeOfRevocation } from './stolen-password.queries.ts';

/** Every game takes these, and no more than this many of them. */
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH_MAX = 40;

/** Makes a password that somebody else knows useless in games too, if the transaction commits that revokes it in the portal. */
export function createRevokeInGames({ jobs }: { jobs: Jobs }): RevokeInGames {
  return async (tx, accountId) => {
    // Under the account's lock, so that a password from a request that came first has an earlier time.
    const revokedAt = await selectTimeOfRevocation(tx, accountId);
    if (revokedAt !== undefined) await jobs.enqueue(tx, revokeStolenPasswordJob, { accountId, revokedAt });
  };
}

/**
 * Gives an account a password that nobody knows, in every game with the portal's password, except where a newer password was
 * queued since. Queued at most once however often it runs, and behind what the bridge has. What fails for one game doesn't keep
 * the others from following.
 */
export async function revokeStolenPassword(parts: RequestParts, stolen: StolenPassword): Promise<void> {
  const failures: unknown[] = [];
  for (const server of await selectSamePasswordServers(parts.db)) {
    try {
      await revokeOn(parts, server, stolen);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'A stolen password still works in some of the games.');
}

async function revokeOn(parts: RequestParts, server: ManagedServer, stolen: StolenPassword): Promise<void> {
  const { rules, serverId } = server;
  const owner = { serverId, accountId: stolen.accountId };
  const login = await selectLoginWithOldPassword(parts.db, owner, stolen);
  if (login === undefined) return;
  const secret = await parts.queued(() =>
    deriveCredential({ rules, login, password: createUnknownPassword(rules) }),
  );
  await parts.db.transaction(async (tx) => {
    // Every transaction that queues a password for a game holds this lock. Lock order: account, then login, then game account.
    await lockAccounts(tx, [stolen.accountId]);
    if ((await selectLoginWithOldPassword(tx, owner, stolen)) !== login) return;
    await writeRequest(tx, parts, { ...owner, request: { kind: 'set', login }, secret, server });
    await updateGameAccount(tx, owner, { message: MESSAGES.stolen });
  });
}

/** As long as the game takes, so that nobody guesses it. */
function createUnknownPassword({ password: { max } }: CredentialRules): string {
  return Array.from(
    { length: Math.min(max, LENGTH_MAX) },
    () => CHARACTERS[randomInt(CHARACTERS.length)],
  ).join('');
}
