import { randomBytes } from 'node:crypto';
import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import type { Method } from '@waygate/contract/endpoint';
import { namedSectionsOf, type Section, type StaffNeed, webMgtOf } from '@waygate/contract/permissions';
import { OWNER_PERMISSION, type Rank } from '@waygate/contract/ranks';
import { desc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, onTestFinished } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { workOnJobs } from '#app/jobs.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { localMailbox, mails } from '#features/mail/mail.tables.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import { type Db, openDatabase } from '#platform/db/database.ts';
import { createCheapPasswords, createTestParts, type TestParts } from './test-parts.ts';

export type Portal = {
  parts: TestParts;
  app: FastifyInstance;
  close: () => Promise<void>;
  /** Calls the API as the browser does; every call from its own address unless one is named. */
  call: (method: Method, path: string, call?: CallOptions) => Promise<LightMyRequestResponse>;
};

type CallOptions = {
  body?: object;
  token?: string;
  address?: string;
  cookie?: string | undefined;
  userAgent?: string;
};

/** The API on its own database, with real sessions. */
export async function createPortal({
  passwords,
  ...options
}: Parameters<typeof createTestParts>[0] & { passwords?: Passwords } = {}): Promise<Portal> {
  const parts: TestParts = { ...(await createTestParts(options)), ...(passwords && { passwords }) };
  if (options.isWorker) await workOnJobs(parts);
  const app = await buildApp(parts, createFindViewer(parts.db));
  return {
    parts,
    app,
    call: callerOf(app),
    close: async () => {
      await app.close();
      await parts.close();
    },
  };
}

/** The same for all tests of the file. */
export async function usePortal(options?: Parameters<typeof createPortal>[0]): Promise<Portal> {
  const portal = await createPortal(options);
  afterAll(portal.close);
  return portal;
}

/** Stands in for a second process: the same database over its own pool. */
export async function useSecondProcess(
  { parts }: Portal,
  passwords: Passwords = createCheapPasswords(),
): Promise<Pick<Portal, 'app' | 'call'>> {
  const { db, close } = openDatabase({
    connection: parts.database.connection,
    // Half a hundred requests at once wait for its connections, and longer on a busy machine.
    connectTimeoutMs: 60_000,
    log: parts.log,
  });
  const app = await buildApp({ ...parts, db, passwords }, createFindViewer(db));
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  return { app, call: callerOf(app) };
}

export function callerOf(app: FastifyInstance): Portal['call'] {
  return (method, path, { body, token, cookie, userAgent, address = randomAddress() } = {}) =>
    app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(userAgent && { 'user-agent': userAgent }),
      },
      ...(body && { body }),
    });
}

export const PASSWORD = 'correct horse battery';

/** A name that nobody has. */
export function uniqueName(): string {
  return `hero_${randomBytes(5).toString('hex')}`;
}

export type Player = { id: number; username: string; email: string; password: string };

/** Registers over the API; the confirmation mail waits in the outbox. */
export async function registerPlayer({ call, parts }: Portal, given: Partial<Player> = {}): Promise<Player> {
  const username = given.username ?? uniqueName();
  const email = given.email ?? `${username}@example.com`;
  const password = given.password ?? PASSWORD;
  const response = await call('POST', '/auth/register', { body: { username, email, password } });
  if (response.statusCode !== 200) throw new Error(`Registration answered ${response.body}`);
  const [account] = await parts.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.userName, username));
  if (!account) throw new Error('The account is missing.');
  return { id: account.id, username, email, password };
}

/** Signs in, or is refused. */
export function attemptSignIn(
  { call }: Pick<Portal, 'call'>,
  { username, password }: Pick<Player, 'username' | 'password'>,
  address = randomAddress(),
): Promise<LightMyRequestResponse> {
  return call('POST', '/auth/login', { body: { identifier: username, password }, address });
}

export async function signIn(
  portal: Pick<Portal, 'call'>,
  player: Pick<Player, 'username' | 'password'>,
): Promise<Session> {
  const response = await attemptSignIn(portal, player);
  if (response.statusCode !== 200) throw new Error(`Sign-in answered ${response.body}`);
  return response.json();
}

/** Registers, confirms the e-mail address and signs in. */
export async function createSignedInPlayer(portal: Portal): Promise<Player & { token: string }> {
  const player = await createUnconfirmedPlayer(portal);
  await portal.parts.db
    .update(accounts)
    .set({ emailConfirmedAt: sql`now()` })
    .where(eq(accounts.id, player.id));
  return player;
}

/** Registers and signs in. The e-mail address is not confirmed. */
export async function createUnconfirmedPlayer(portal: Portal): Promise<Player & { token: string }> {
  const player = await registerPlayer(portal);
  const { accessToken } = await signIn(portal, player);
  return { ...player, token: accessToken };
}

/** A player who is signed in and holds these sections of the admin panel. */
export async function createStaff(
  portal: Portal,
  sections: readonly Section[],
): Promise<Player & { token: string }> {
  return withRank(portal, { webMgt: webMgtOf(sections), sections: namedSectionsOf(sections) });
}

/** Somebody who has what an endpoint needs, and nothing more. */
export async function createStaffFor(portal: Portal, need: StaffNeed): Promise<Player & { token: string }> {
  return withRank(portal, rankFor(need));
}

/** The lowest rank that has what an endpoint needs. */
export function rankFor(need: StaffNeed): Rank & { sections: string[] } {
  if (need === 'owner') return { permission: OWNER_PERMISSION, webMgt: 1, sections: [] };
  return { permission: 0, webMgt: webMgtOf([need]), sections: namedSectionsOf([need]) };
}

export async function createOwner(portal: Portal): Promise<Player & { token: string }> {
  return withRank(portal, { permission: OWNER_PERMISSION });
}

async function withRank(portal: Portal, { permission, webMgt, sections }: Partial<Rank>) {
  const player = await createSignedInPlayer(portal);
  const rank = { permission, webMgt, sections: sections && [...sections] };
  await portal.parts.db.update(accounts).set(rank).where(eq(accounts.id, player.id));
  return player;
}

/** Polls until the condition gives something. */
export async function until<T>(
  find: () => Promise<T | undefined | false | null>,
  timeoutMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It did not come true: ${find.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The newest mail in the local mailbox to this address whose subject matches; waits for the worker. */
export async function receivedMail(
  db: Db,
  { to, subject, containing = '' }: { to: string; subject: RegExp; containing?: string },
) {
  return until(async () => {
    const found = await db
      .select()
      .from(localMailbox)
      .where(eq(localMailbox.recipient, to))
      .orderBy(desc(localMailbox.id));
    return found.find((mail) => subject.test(mail.subject) && mail.bodyText.includes(containing));
  });
}

/** The token in the first link of a mail. */
export function tokenIn({ bodyText }: { bodyText: string }): string {
  const token = /\/(?:confirm-email|change-email|reset-password|not-me)\/([A-Za-z0-9_-]{43})\b/.exec(
    bodyText,
  )?.[1];
  if (!token) throw new Error('The mail has no link.');
  return token;
}

/** Waits until the worker has dealt with every mail. */
export async function settleOutbox({ parts: { db } }: Pick<Portal, 'parts'>): Promise<void> {
  await until(async () => {
    const [waiting] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(mails)
      .where(sql`${mails.sentAt} is null and ${mails.failedAt} is null`);
    return waiting?.count === 0;
  });
}

/** Out of the reserved addresses: nobody's, and of no private network. */
export function randomAddress(): string {
  const [a, b, c] = randomBytes(3);
  return `240.${a}.${b}.${c}`;
}
