import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type {
  AccountAcknowledgement,
  AccountCommand,
  Credential,
  GameAccount,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { type BridgePortal, useBridgePortal } from './bridge.ts';
import type { Player } from './account-journeys.ts';
import { gameAccepts } from './game-checks.ts';

export const RULES: CredentialRules = {
  scheme: 'sha1',
  parameters: {},
  login: { min: 3, max: 20, characters: 'word' },
  password: { min: 4, max: 16, characters: 'printable_ascii' },
  isCaseSensitive: true,
  canRename: true,
  canClaim: true,
};

/** A portal whose game manages accounts; each test begins without any. */
export async function useGameAccountPortal(): Promise<BridgePortal> {
  const portal = await useBridgePortal();
  beforeEach(async () => {
    await deleteGameAccounts(portal.parts.db);
    await reportRules(portal.parts.db);
  });
  return portal;
}

/** For a test that begins without any. Bans go too, because they lock game accounts. */
export async function deleteGameAccounts(db: Db): Promise<void> {
  await db.execute(sql`delete from game_account_commands`);
  await db.execute(sql`delete from game_accounts`);
  await db.execute(sql`delete from bans`);
}

/** As if the bridge of a server had reported what its game asks of accounts, before owners chose the policy. */
export async function reportRules(
  db: Db,
  rules: Partial<CredentialRules> | null = {},
  { serverId = 1, policy = null }: { serverId?: number; policy?: GameAccount['policy'] | null } = {},
): Promise<void> {
  const reported = rules && JSON.stringify({ ...RULES, ...rules });
  await db.execute(sql`
    insert into game_server_status (server_id, adapter, bridge_version, guarantee, needs_character, reports_collected,
      account_rules, is_online, players_online)
    values (${serverId}, 'sql', '1', 'exactly_once', false, false, ${reported}::jsonb, true, 0)
    on conflict (server_id) do update set account_rules = excluded.account_rules`);
  await db.execute(sql`
    update game_server_status set trusted_hashing =
      jsonb_build_object('scheme', account_rules -> 'scheme', 'parameters', account_rules -> 'parameters')
    where server_id = ${serverId}`);
  await db.execute(sql`update game_servers set account_policy = ${policy} where id = ${serverId}`);
}

export async function leaseCommands(
  portal: Pick<BridgePortal, 'bridge'>,
  limit = 500,
): Promise<AccountCommand[]> {
  const response = await portal.bridge('POST', 'accounts/lease', { body: { limit } });
  if (response.statusCode !== 200) throw new Error(`The lease answered ${response.body}`);
  return response.json().commands;
}

/** @returns the outcomes, in order */
export async function answerCommands(
  portal: Pick<BridgePortal, 'bridge'>,
  body: AccountAcknowledgement[],
): Promise<string[]> {
  const response = await portal.bridge('POST', 'accounts/acks', { body });
  if (response.statusCode !== 200) throw new Error(`The acknowledgement answered ${response.body}`);
  return response.json().results.map(({ outcome }: { outcome: string }) => outcome);
}

export async function readGameAccount(
  portal: Pick<BridgePortal, 'call'>,
  { token }: { token: string },
  serverId = 1,
) {
  const response = await portal.call('GET', '/user/game-accounts', { token });
  const accounts: GameAccount[] = response.json().gameAccounts;
  return accounts.find((account) => account.serverId === serverId);
}

export function putGameAccount(
  portal: Pick<BridgePortal, 'call'>,
  { token }: { token: string },
  body: { login: string; password: string },
  serverId = 1,
) {
  return portal.call('PUT', `/user/game-accounts/${serverId}`, { token, body });
}

export function claimGameAccount(
  portal: Pick<BridgePortal, 'call'>,
  { token }: { token: string },
  body: { login: string; password: string },
) {
  return portal.call('POST', '/user/game-accounts/1/claim', { token, body });
}

type Stored = { owner: number | undefined; credential: Credential; isLocked: boolean };

/** A game with accounts, and a bridge that writes them, as the contract describes both. */
export class TestGame {
  readonly accounts = new Map<string, Stored>();
  /** What was done, by the command's id: each is safe to repeat, as the protocol asks. */
  private readonly receipts = new Map<number, AccountAcknowledgement>();

  apply(command: AccountCommand): AccountAcknowledgement {
    const answer = this.receipts.get(command.id) ?? this.carryOut(command);
    if (answer.result === 'done') this.receipts.set(command.id, answer);
    return answer;
  }

  private carryOut(command: AccountCommand): AccountAcknowledgement {
    const { id, kind, login, accountDBID, credential } = command;
    const stored = this.accounts.get(login);
    const done = (name = login): AccountAcknowledgement => ({
      id,
      result: 'done',
      login: name,
      gameAccountId: `g-${name}`,
    });
    if (kind === 'create') {
      if (stored) return stored.owner === accountDBID ? done() : { id, result: 'taken' };
      if (!credential) return { id, result: 'reject', detail: 'no credential' };
      this.accounts.set(login, { owner: accountDBID, credential, isLocked: false });
      return done();
    }
    if (!stored) return { id, result: 'missing' };
    if (kind === 'claim') {
      if (stored.owner !== undefined && stored.owner !== accountDBID) return { id, result: 'taken' };
      if (stored.credential.verifier !== command.proof?.proof) return { id, result: 'wrong_password' };
      stored.owner = accountDBID;
      return done();
    }
    if (stored.owner !== accountDBID) return { id, result: 'reject', detail: 'not this account' };
    if (kind === 'set_password' && credential) stored.credential = credential;
    if (kind === 'lock' || kind === 'unlock') stored.isLocked = kind === 'lock';
    if (kind === 'rename') return this.rename(command, stored) ?? done(command.newLogin ?? login);
    return done();
  }

  private rename(
    { id, login, newLogin }: AccountCommand,
    stored: Stored,
  ): AccountAcknowledgement | undefined {
    if (newLogin === null || this.accounts.has(newLogin)) return { id, result: 'taken' };
    this.accounts.delete(login);
    this.accounts.set(newLogin, stored);
    return undefined;
  }

  /** Whether a player gets in. */
  async accepts(
    login: string,
    password: string,
    parameters: CredentialRules['parameters'] = {},
  ): Promise<boolean> {
    const stored = this.accounts.get(login);
    if (!stored || stored.isLocked) return false;
    return gameAccepts(stored.credential, { login, password, parameters });
  }
}

/** Works until nothing waits, as the bridge does. */
export async function workOnCommands(portal: Pick<BridgePortal, 'bridge'>, game: TestGame): Promise<void> {
  for (;;) {
    const commands = await leaseCommands(portal);
    if (commands.length === 0) return;
    await answerCommands(
      portal,
      commands.map((command) => game.apply(command)),
    );
  }
}

/** As if the time had come for everything that waits or is leased. */
export async function makeCommandsDue(db: Db): Promise<void> {
  await db.execute(
    sql`update game_account_commands set available_at = least(available_at, now()) where settled_at is null`,
  );
}

/** Bans by staff's means are tested elsewhere. */
export async function ban(db: Db, { id }: Pick<Player, 'id'>, endsAt: Date | null = null): Promise<void> {
  await db.execute(sql`
    insert into bans (account_id, description, ends_at)
    values (${id}, 'cheating', ${endsAt?.toISOString() ?? null}::timestamptz)`);
}
