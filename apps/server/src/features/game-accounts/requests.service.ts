import { findLoginFault, findPasswordFault } from '@waygate/contract/game-accounts/credential-rules';
import type { Credential, Proof } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { sql } from 'drizzle-orm';
import { lockAccounts } from '#features/identity/identity.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { SealedBox } from '#platform/crypto/sealed-box.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, invalid, notFound, unauthenticated } from '#platform/errors/app-error.ts';
import type { RunQueued } from '#platform/queue/bounded-queue.ts';
import {
  insertCommands,
  isLoginHeld,
  lockGameAccount,
  lockLogin,
  lockOpenCommands,
  type NewCommand,
  updateGameAccount,
  updateSuperseded,
  wasEverSent,
} from './commands.queries.ts';
import { sealSecret } from './credential-box.ts';
import { deriveCredential, deriveProof } from './credentials/credentials.ts';
import { MESSAGES } from './messages.ts';
import { type AccountRequest, type AccountRow, planRequest } from './requests.rules.ts';
import { type ManagedServer, selectServersOfAccount } from './servers.queries.ts';

/** A claim's proof is kept no longer than this. */
const CLAIM_MINUTES = 10;

export type RequestParts = { db: Database; box: SealedBox; queued: RunQueued };
type Owner = { serverId: number; accountId: number };
type Wanted = Owner & { login: string; password: string };
type Caller = Pick<Viewer, 'sessionHash'>;

/**
 * Creates the account in the game, or sets its password; another login renames it.
 *
 * @throws validation_failed for what the game doesn't take; not_found; conflict
 */
export async function setGamePassword(parts: RequestParts, caller: Caller, wanted: Wanted): Promise<void> {
  const server = await getServer(parts, wanted);
  requireFitting(server, wanted);
  const { login, password } = wanted;
  const { rules } = server;
  const secret = await parts.queued(() => deriveCredential({ rules, login, password }));
  await parts.db.transaction(async (tx) => {
    await requireStillSignedIn(tx, caller, wanted);
    await writeRequest(tx, parts, { ...wanted, request: { kind: 'set', login }, secret, server });
  });
}

/**
 * Claims an account that exists in the game. The bridge decides whether the password is right.
 *
 * @throws validation_failed for what no account of the game can have; not_found; conflict
 */
export async function claimAccount(parts: RequestParts, caller: Caller, wanted: Wanted): Promise<void> {
  const server = await getServer(parts, wanted);
  const { rules } = server;
  const { login, password } = wanted;
  if (!rules.canClaim) throw invalid("This game's accounts can't be claimed.");
  // Older accounts may have passwords that new ones can't: only the login is checked.
  const fault = findLoginFault(rules, login);
  if (fault !== undefined) throw invalid(fault, { login: fault });
  const secret = deriveProof({ rules, login, password });
  await parts.db.transaction(async (tx) => {
    await requireStillSignedIn(tx, caller, wanted);
    await writeRequest(tx, parts, { ...wanted, request: { kind: 'claim', login }, secret, server });
  });
}

/**
 * Under the account's lock, so that who was signed out meanwhile, by 'This wasn't me' for one, sets no password. Lock order:
 * account, then login, then game account.
 */
async function requireStillSignedIn(
  tx: Transaction,
  { sessionHash }: Caller,
  { accountId }: Owner,
): Promise<void> {
  await lockAccounts(tx, [accountId]);
  if (!(await findViewerBySession(tx, sessionHash))) throw unauthenticated();
}

export type WrittenRequest = Owner & {
  request: AccountRequest;
  secret: Credential | Proof;
  server: Pick<ManagedServer, 'rules'>;
};

/** Writes a request's commands under the locks of its login and its account. */
export async function writeRequest(
  tx: Transaction,
  { box }: Pick<RequestParts, 'box'>,
  { serverId, accountId, request, secret, server }: WrittenRequest,
): Promise<void> {
  const owner = { serverId, accountId };
  const { login } = request;
  await lockLogin(tx, { serverId, login });
  const account = await lockGameAccount(tx, owner);
  const open = await lockOpenCommands(tx, owner);
  const wasSent = await wasEverSent(tx, owner);
  const { canRename } = server.rules;
  const plan = planRequest({ account, open, wasSent }, request, { canRename });
  if ('refused' in plan) throw refusal(plan.refused, account);
  if (await isLoginHeld(tx, { ...owner, login })) {
    if (account.state === 'active') throw conflict(TAKEN, { login: TAKEN });
    await updateSuperseded(tx, plan.supersedes);
    await updateGameAccount(tx, owner, heldBySomebody(request));
    return;
  }
  await updateSuperseded(tx, plan.supersedes);
  const commands = plan.commands.map((kind): NewCommand => {
    const target = kind === 'create' || kind === 'claim' ? login : (account.login ?? login);
    const sealed = kind === 'rename' ? {} : sealSecret(box, owner, secret);
    // By the database's clock, which decides when it has ended.
    const expiresAt = kind === 'claim' ? sql`now() + make_interval(mins => ${CLAIM_MINUTES})` : null;
    return {
      ...owner,
      kind,
      login: target,
      newLogin: kind === 'rename' ? login : null,
      ...sealed,
      expiresAt,
    };
  });
  await insertCommands(tx, commands);
  await updateGameAccount(tx, owner, {
    message: null,
    ...(plan.becomesPending && { state: 'pending', login }),
  });
}

const TAKEN = 'This login is taken.';

function heldBySomebody({ kind, login }: AccountRequest): Partial<AccountRow> {
  if (kind === 'claim') return { state: 'failed', login, message: MESSAGES.claimRefused };
  return { state: 'taken', login, message: MESSAGES.taken };
}

function refusal(
  reason: 'cannot_rename' | 'renaming' | 'exists',
  { login }: Pick<AccountRow, 'login'>,
): Error {
  switch (reason) {
    case 'cannot_rename': {
      const message = `This game can't change logins. Yours is ${login}.`;
      return invalid(message, { login: message });
    }
    case 'renaming':
      return conflict('The game is changing your login right now. Please try again in a minute.');
    case 'exists':
      return conflict(`You already have an account in this game: ${login}.`);
  }
}

async function getServer({ db }: RequestParts, { accountId, serverId }: Owner): Promise<ManagedServer> {
  const servers = await selectServersOfAccount(db, accountId);
  const server = servers.find((candidate) => candidate.serverId === serverId);
  if (!server) throw notFound('There is no such game server, or it manages no accounts.');
  return server;
}

function requireFitting({ rules }: ManagedServer, { login, password }: Wanted): void {
  const faults = { login: findLoginFault(rules, login), password: findPasswordFault(rules, password) };
  const fields = Object.fromEntries(
    Object.entries(faults).flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]])),
  );
  const [first] = Object.values(fields);
  if (first !== undefined) throw invalid(first, fields);
}
