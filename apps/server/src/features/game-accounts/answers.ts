import type { AccountAcknowledgement } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { SettledCommand } from './acknowledgements.queries.ts';
import {
  type AccountChange,
  type Answer,
  type CommandRow,
  retryDelay,
  settle,
} from './acknowledgements.rules.ts';
import { MESSAGES } from './messages.ts';
import type { AccountRow } from './requests.rules.ts';

const MAX_DETAIL_LENGTH = 500;

/** The detail of a command whose credential this process could not open. */
export const UNREADABLE = 'the credential could not be decrypted';

export type Outcome = 'settled' | 'rescheduled' | 'unchanged' | 'unknown';

/** What a call's acknowledgements change. */
export type Answered = {
  settled: Map<number, SettledCommand>;
  accounts: Map<number, AccountRow>;
  /** Ids of accounts that became active. */
  activated: number[];
  outcomes: Map<number, Outcome>;
};

/** Applies acknowledgements to locked commands and accounts, in the commands' order. */
export function answerAll(
  { commands, accounts }: { commands: CommandRow[]; accounts: AccountRow[] },
  acknowledgements: Map<number, AccountAcknowledgement>,
): Answered {
  const answered: Answered = { settled: new Map(), accounts: new Map(), activated: [], outcomes: new Map() };
  const known = new Map(accounts.map((account) => [account.accountId, account]));
  for (const command of commands) {
    const acknowledgement = acknowledgements.get(command.id);
    const account = answered.accounts.get(command.accountId) ?? known.get(command.accountId);
    if (!acknowledgement || !account) continue;
    const outcome = answerOne(answered, { command, account, acknowledgement });
    answered.outcomes.set(command.id, outcome.is);
    if (outcome.dropsLater) dropLater(answered, command, commands);
  }
  return answered;
}

function answerOne(
  { settled, accounts, activated }: Answered,
  {
    command,
    account,
    acknowledgement,
  }: { command: CommandRow; account: AccountRow; acknowledgement: AccountAcknowledgement },
): { is: Outcome; dropsLater?: boolean } {
  const isOver = settled.has(command.id) || (command.settledAt !== null && !isUnanswered(command));
  if (isOver || !isSent(command, acknowledgement)) return { is: 'unchanged' };
  const answer = {
    ...base(command),
    result: acknowledgement.result,
    detail: plainText(acknowledgement.detail),
  };
  if (command.state === 'superseded') {
    settled.set(command.id, { ...answer, state: 'superseded' });
    const made = madeMeanwhile(command, account, acknowledgement);
    if (made) {
      accounts.set(command.accountId, { ...account, ...made });
      activated.push(command.accountId);
    }
    return { is: 'unchanged' };
  }
  const settlement = settle(command, asAnswer(acknowledgement));
  if (!settlement) {
    const { attempts } = command;
    const retrySeconds = retryDelay(attempts);
    settled.set(command.id, { ...answer, state: 'waiting', attempts: attempts + 1, retrySeconds });
    return { is: 'rescheduled' };
  }
  settled.set(command.id, { ...answer, state: settlement.state });
  // Whatever the game refused: an account that it has made is there.
  const keepsState = settlement.state === 'refused' && account.state === 'active' && isMaking(command);
  const change = keepsState ? { message: settlement.account.message ?? null } : settlement.account;
  const changed = { ...account, ...change, ...unreadableMessage(acknowledgement) };
  accounts.set(command.accountId, changed);
  if (account.state !== 'active' && changed.state === 'active') activated.push(command.accountId);
  return { is: 'settled', dropsLater: settlement.dropsLater };
}

/** The game made the account, although the player chose something else meanwhile. Bans have to follow, so it counts. */
function madeMeanwhile(
  command: CommandRow,
  account: AccountRow,
  acknowledgement: AccountAcknowledgement,
): AccountChange | undefined {
  if (acknowledgement.result !== 'done' || account.state === 'active' || !isMaking(command)) return undefined;
  const { message: _, ...made } = settle(command, asAnswer(acknowledgement))?.account ?? {};
  return made;
}

/** Its lease ended before the game answered. */
function isUnanswered({ state, result }: CommandRow): boolean {
  return state === 'superseded' && result === null;
}

function isMaking({ kind }: CommandRow): boolean {
  return kind === 'create' || kind === 'claim';
}

function dropLater({ settled }: Answered, { id, accountId }: CommandRow, commands: CommandRow[]): void {
  for (const later of commands) {
    if (later.accountId !== accountId || later.id <= id || !isDroppable(later)) continue;
    settled.set(later.id, { ...base(later), state: 'superseded', result: null, detail: null });
  }
}

function base({ id, attempts }: CommandRow): Pick<SettledCommand, 'id' | 'attempts' | 'retrySeconds'> {
  return { id, attempts, retrySeconds: null };
}

/** A failure counts for a leased command only; a late success counts after the next attempt was scheduled, too. */
function isSent({ state, leases }: CommandRow, { result }: AccountAcknowledgement): boolean {
  return leases > 0 && (state !== 'waiting' || result === 'done');
}

function isDroppable({ kind, state, settledAt }: CommandRow): boolean {
  return settledAt === null && state === 'waiting' && kind !== 'lock' && kind !== 'unlock';
}

function asAnswer({ result, gameAccountId, login }: AccountAcknowledgement): Answer {
  const id = gameAccountId === undefined ? undefined : plainText(gameAccountId);
  return { result, ...(id && { gameAccountId: id }), ...(login !== undefined && { login }) };
}

function unreadableMessage({ result, detail }: AccountAcknowledgement): { message?: string } {
  return result === 'reject' && detail === UNREADABLE ? { message: MESSAGES.unreadable } : {};
}

/** Cleans texts instead of refusing them: a bad error message must not lose the acknowledgement. */
function plainText(detail: string | undefined): string | null {
  const plain = detail
    ?.replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_DETAIL_LENGTH)
    .toWellFormed()
    .trim();
  return plain || null;
}
