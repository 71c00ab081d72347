import type {
  AccountAcknowledgement,
  AccountCommand,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import { CredentialUnreadable } from '#platform/crypto/credential-keys.ts';
import type { SealedBox } from '#platform/crypto/sealed-box.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { lockAcknowledged, updateAnswered, updateSettled } from './acknowledgements.queries.ts';
import { MAX_ATTEMPTS } from './acknowledgements.rules.ts';
import { answerAll, type Outcome, UNREADABLE } from './answers.ts';
import {
  lockAnsweredLogins,
  reconcileLocks,
  requeueBehindLocks,
  updateClaimsExpired,
  updateOverdueSuperseded,
} from './commands.queries.ts';
import { openCredential, openProof } from './credential-box.ts';
import { type LeasedCommand, updateCommandsLeased } from './leases.queries.ts';
import { MESSAGES } from './messages.ts';

/** What is to happen when accounts in a game become active, in the same transaction. */
export type OnActivated = (
  tx: Transaction,
  active: { serverId: number; accountIds: number[] },
) => Promise<void>;

export type BridgeParts = { db: Database; box: SealedBox; log: Logger; onActivated: OnActivated };

/** Queues the locks that bans ask for, then leases due commands to a server's bridge. */
export async function leaseCommands(
  parts: BridgeParts,
  lease: { serverId: number; limit: number; leaseSeconds: number },
): Promise<AccountCommand[]> {
  const { db } = parts;
  const { serverId } = lease;
  await updateClaimsExpired(db, MESSAGES.claimExpired);
  await updateOverdueSuperseded(db, serverId);
  await reconcileLocks(db, serverId);
  await requeueBehindLocks(db, serverId);
  for (;;) {
    const rows = await updateCommandsLeased(db, lease);
    const opened = rows.map((row) => openCommand(parts, serverId, row));
    const failed = opened.flatMap(({ failure }) => (failure ? [failure] : []));
    await acknowledgeCommands(parts, serverId, failed);
    const commands = opened.flatMap(({ command }) => (command ? [command] : []));
    // A bridge that gets nothing pauses, although more may be due behind those that were given up.
    if (commands.length > 0 || rows.length === 0) return commands;
  }
}

type Opened = { command?: AccountCommand; failure?: AccountAcknowledgement };

function openCommand({ box, log }: BridgeParts, serverId: number, row: LeasedCommand): Opened {
  const { id, accountId, kind, keyId, sealed } = row;
  const isLock = kind === 'lock' || kind === 'unlock';
  if (row.attempts >= MAX_ATTEMPTS && !isLock)
    return { failure: { id, result: 'retry', detail: 'the bridge did not answer' } };
  const secret = keyId === null || sealed === null ? null : { keyId, sealed };
  const owner = { serverId, accountId };
  try {
    const command: AccountCommand = {
      id,
      kind,
      accountDBID: accountId,
      login: row.login,
      newLogin: row.newLogin,
      email: kind === 'create' ? row.email : null,
      credential: secret && kind !== 'claim' ? openCredential(box, owner, secret) : null,
      proof: secret && kind === 'claim' ? openProof(box, owner, secret) : null,
      lockedUntil: row.lockedUntil === null ? null : new Date(row.lockedUntil).toISOString(),
      createdAt: new Date(row.createdAt).toISOString(),
    };
    return { command };
  } catch (error) {
    if (!(error instanceof CredentialUnreadable)) throw error;
    log.error({ err: error, command: id }, 'a credential for a game could not be decrypted');
    return { failure: { id, result: 'reject', detail: UNREADABLE } };
  }
}

/**
 * Records a bridge's answers. Safe to repeat; answers to superseded commands change nothing.
 *
 * @returns one outcome per acknowledgement, in the same order
 */
export async function acknowledgeCommands(
  { db, onActivated }: BridgeParts,
  serverId: number,
  acknowledgements: AccountAcknowledgement[],
): Promise<{ id: number; outcome: Outcome }[]> {
  if (acknowledgements.length === 0) return [];
  const decisive = chooseDecisive(acknowledgements);
  const outcomes = await db.transaction(async (tx) => {
    const ids = [...decisive.keys()];
    const reported = [...decisive.values()].flatMap(({ login }) => login ?? []);
    await lockAnsweredLogins(tx, { serverId, ids, reported });
    const locked = await lockAcknowledged(tx, { serverId, ids });
    const answered = answerAll(locked, decisive);
    await updateSettled(tx, [...answered.settled.values()]);
    await updateAnswered(tx, [...answered.accounts.values()]);
    if (answered.activated.length > 0) await onActivated(tx, { serverId, accountIds: answered.activated });
    return answered.outcomes;
  });
  return acknowledgements.map((acknowledgement) => {
    const { id } = acknowledgement;
    const outcome = outcomes.get(id) ?? 'unknown';
    return {
      id,
      outcome: outcome === 'unknown' || decisive.get(id) === acknowledgement ? outcome : 'unchanged',
    };
  });
}

/** Of several answers to one command, the first that decides. */
function chooseDecisive(acknowledgements: AccountAcknowledgement[]): Map<number, AccountAcknowledgement> {
  const decisive = new Map<number, AccountAcknowledgement>();
  for (const acknowledgement of acknowledgements) {
    const known = decisive.get(acknowledgement.id);
    const isWeaker = known !== undefined && known.result === 'retry' && acknowledgement.result !== 'retry';
    if (known === undefined || isWeaker) decisive.set(acknowledgement.id, acknowledgement);
  }
  return decisive;
}
