import type { AccountAcknowledgement } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { gameAccountCommands } from './game-accounts.tables.ts';
import { MESSAGES, otherLogin } from './messages.ts';
import { type AccountRow, isSameLogin } from './requests.rules.ts';

export type CommandRow = typeof gameAccountCommands.$inferSelect;
type Result = AccountAcknowledgement['result'];
export type AccountChange = Partial<
  Pick<AccountRow, 'login' | 'gameAccountId' | 'state' | 'message' | 'isLocked' | 'lockedUntil'>
>;
export type Answer = Pick<AccountAcknowledgement, 'result' | 'gameAccountId' | 'login'>;

/** Failures of a command until it is given up. Locks are never given up. */
export const MAX_ATTEMPTS = 12;
const FIRST_RETRY_SECONDS = 5;
const RETRY_SECONDS_MAX = 300;

const GONE = { state: 'failed', gameAccountId: null, isLocked: false, lockedUntil: null } as const;

/** What an answer of the game changes. `dropsLater`: later commands of the same request make no sense any more. */
export type Settlement = { state: 'done' | 'refused'; account: AccountChange; dropsLater: boolean };

/** @returns undefined when the command is tried again */
export function settle(
  command: Pick<CommandRow, 'kind' | 'login' | 'newLogin' | 'lockedUntil' | 'attempts'>,
  answer: Answer,
): Settlement | undefined {
  if (answer.result === 'done') {
    // The verifier that follows was made for the login that was asked for.
    const dropsLater = command.kind === 'create' && isOtherLogin(command.login, answer.login);
    return { state: 'done', account: afterDone(command, answer), dropsLater };
  }
  const { kind } = command;
  if (kind === 'lock' || kind === 'unlock') {
    // Reconciled again later.
    return answer.result === 'retry' ? undefined : { state: 'refused', account: {}, dropsLater: false };
  }
  if (answer.result === 'retry' && command.attempts + 1 < MAX_ATTEMPTS) return undefined;
  return { state: 'refused', account: afterRefusal(kind, answer.result), dropsLater: true };
}

/** Seconds until the next attempt. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** attempts, RETRY_SECONDS_MAX);
}

function afterDone(
  { kind, login, newLogin, lockedUntil }: Pick<CommandRow, 'kind' | 'login' | 'newLogin' | 'lockedUntil'>,
  { gameAccountId, login: written }: Answer,
): AccountChange {
  const id = gameAccountId === undefined ? {} : { gameAccountId };
  switch (kind) {
    case 'create': {
      const message = isOtherLogin(login, written) ? otherLogin(written) : null;
      return { ...id, state: 'active', login: written ?? login, message };
    }
    case 'claim':
      return { ...id, state: 'active', login: written ?? login, message: null };
    case 'rename':
      return { ...id, login: written ?? newLogin ?? login, message: null };
    case 'set_password':
      return { ...id, message: null };
    case 'lock':
      return { isLocked: true, lockedUntil };
    case 'unlock':
      return { isLocked: false, lockedUntil: null };
  }
}

/** The game made the account by an earlier command, under the login of that one. */
function isOtherLogin(login: string, written: string | undefined): written is string {
  return written !== undefined && !isSameLogin(written, login);
}

function afterRefusal(kind: 'create' | 'claim' | 'rename' | 'set_password', result: Result): AccountChange {
  switch (kind) {
    case 'create':
      if (result === 'taken') return { state: 'taken', message: MESSAGES.taken };
      return { state: 'failed', message: result === 'retry' ? MESSAGES.exhausted : MESSAGES.createRefused };
    case 'claim':
      return { state: 'failed', message: result === 'retry' ? MESSAGES.exhausted : MESSAGES.claimRefused };
    case 'rename':
      if (result === 'missing') return { ...GONE, message: MESSAGES.missing };
      return { message: result === 'taken' ? MESSAGES.renameTaken : MESSAGES.renameRefused };
    case 'set_password':
      if (result === 'missing') return { ...GONE, message: MESSAGES.missing };
      return { message: result === 'retry' ? MESSAGES.passwordExhausted : MESSAGES.passwordRefused };
  }
}
