import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  AccountAcknowledgement,
  AccountCommand,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { AccountOutcome, GameAdapter } from '#adapter.ts';
import { describeDatabaseError } from '#database/database-errors.ts';
import { createRedaction } from '#log/json-log.ts';
import { createOutbox } from './acknowledgements.ts';
import { type Bridge, throwIfUnreachable } from './bridge.ts';

const BATCH = 100;
const KINDS = new Set<unknown>([
  'create',
  'set_password',
  'rename',
  'claim',
  'lock',
  'unlock',
] satisfies AccountCommand['kind'][]);

export type AccountWork = { round: () => Promise<number>; failed: () => number };

/** Commands about accounts of the game, as deliveries are handled. Their credentials are never logged. */
export function createAccountWork(bridge: Bridge, stop: AbortSignal): AccountWork {
  const { portal, adapter, log } = bridge;
  const command = adapter.command?.bind(adapter);
  const outbox = createOutbox<AccountAcknowledgement>(
    (entries) => portal.acknowledgeAccounts(entries),
    ({ id }, { message }) =>
      log({ event: 'warning', message: `The result of account command ${id} was refused: ${message}` }),
  );
  let failed = 0;

  const handleAll = async (commands: AccountCommand[], handle: Handle) => {
    for (const [place, entry] of commands.entries()) {
      if (stop.aborted) return;
      try {
        const outcome = await handleOne(bridge, entry, handle);
        if (outcome.is === 'later') failed += 1;
        outbox.add({ id: entry.id, ...acknowledge(outcome) });
      } catch (error) {
        const detail = describeDatabaseError(error);
        for (const { id } of commands.slice(place)) outbox.add({ id, result: 'retry', detail });
        throw error;
      }
      if (outbox.isDue()) await outbox.flush();
      await nextTurn();
    }
  };

  return {
    failed: () => failed,
    round: async () => {
      if (!command) return 0;
      await outbox.flush();
      const commands = await portal.leaseAccounts(BATCH);
      try {
        await handleAll(commands, command);
      } catch (error) {
        await outbox.flush().catch(() => {});
        throw error;
      }
      await outbox.flush();
      return commands.length;
    },
  };
}

type Handle = NonNullable<GameAdapter['command']>;

async function handleOne(
  { log, metrics }: Bridge,
  entry: AccountCommand,
  handle: Handle,
): Promise<AccountOutcome> {
  const { id, kind, accountDBID, login } = entry;
  const outcome = isReadable(entry)
    ? await handle(entry).catch((error: unknown): AccountOutcome => {
        throwIfUnreachable(error);
        return { is: 'later', why: withoutCredentials(entry, describeDatabaseError(error)) };
      })
    : ({ is: 'rejected', why: "The command can't be read." } as const);
  metrics.count('accounts', outcome.is);
  log({ event: 'account', id, kind, accountDBID, login, outcome });
  return outcome;
}

/** A database may quote a value that doesn't fit: 'Incorrect string value'. */
function withoutCredentials({ credential, proof }: AccountCommand, text: string): string {
  const secrets = [credential?.verifier, credential?.salt, proof?.proof];
  return createRedaction(secrets.filter((secret) => typeof secret === 'string'))(text);
}

function isReadable({ kind, accountDBID, login, newLogin, credential, proof }: AccountCommand): boolean {
  if (!KINDS.has(kind) || !Number.isSafeInteger(accountDBID)) return false;
  if (typeof login !== 'string' || login === '') return false;
  if (kind === 'create' || kind === 'set_password') return typeof credential?.verifier === 'string';
  if (kind === 'claim') return typeof proof?.proof === 'string';
  return kind !== 'rename' || (typeof newLogin === 'string' && newLogin !== '');
}

function acknowledge(outcome: AccountOutcome): Omit<AccountAcknowledgement, 'id'> {
  switch (outcome.is) {
    case 'done':
      return { result: 'done', gameAccountId: outcome.gameAccountId, login: outcome.login };
    case 'later':
      return { result: 'retry', detail: outcome.why };
    case 'rejected':
      return { result: 'reject', detail: outcome.why };
    case 'taken':
    case 'wrong_password':
    case 'missing':
      return { result: outcome.is, detail: outcome.why };
  }
}
