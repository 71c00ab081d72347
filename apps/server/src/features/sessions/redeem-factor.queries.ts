import { type SQL, sql } from 'drizzle-orm';
import { type CodeProof, deletedRemoval, useProof } from '#features/factors/factors.ts';
import { isBanned, isInForce } from '#features/identity/identity.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { type Allowance, countUses } from '#platform/http/throttle.ts';
import { askedGuesses, GUESS_STAGES } from './factor-sign-in.queries.ts';
import {
  CAN_OPEN,
  OPENED,
  type OpenedSession,
  openedColumns,
  openSessionSteps,
  originSteps,
  type SessionOrigin,
} from './open-session.queries.ts';
import type { SignInMethod } from './sign-ins.queries.ts';

const factorTokenHash = sql`${sql.placeholder('factorTokenHash')}::bytea`;
const waitingId = sql`(select id from account)`;

/** The step `account`: that of a sign-in which waits for its factor, whose password is still the one that was proven. */
function waitingStep(db: Db, isAdmitted: SQL = sql`true`) {
  // Lock order: account, then its sign-ins. A caller that waited for another one finds the token gone.
  return db.$with('account', { id: sql<number>`id`.as('id') }).as(sql`
    select accounts.id, attempt_keys
    from factor_sign_ins join accounts on accounts.id = account_id and password_hash = verified_hash
    where factor_sign_ins.token_hash = ${factorTokenHash} and expires_at > now() and ${isAdmitted}
    for update of accounts for update of factor_sign_ins`);
}

/** The steps after a code was used, or something else was proven: no code is used without its session. */
function redeemSteps(db: Db, { method, keys }: { method: SQL; keys: SQL }) {
  const redeemed = db.$with('redeemed', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    delete from factor_sign_ins
    where token_hash = ${factorTokenHash} and account_id = ${waitingId} and ${method} is not null and ${CAN_OPEN}
    returning account_id, attempt_keys, ${method} as method`);
  const kept = db.$with('kept', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    ${deletedRemoval(sql`(select account_id from redeemed)`)} returning account_id`);
  return [
    redeemed,
    kept,
    ...openSessionSteps(db, {
      accountId: sql`(select account_id from redeemed)`,
      method: sql`(select method from redeemed)`,
      // The step `account` has compared the password and holds the row.
      isProven: sql`true`,
      isLocked: true,
      keys,
    }),
  ];
}

const redeemedFactor = prepared((db) =>
  db
    .with(
      waitingStep(db),
      ...originSteps(db, waitingId),
      ...useProof(db, sql`select id from account where ${CAN_OPEN}`),
      ...redeemSteps(db, {
        method: sql`coalesce((select method from used_proof), ${sql.placeholder('provenBy')}::text)`,
        keys: sql`(select attempt_keys || ${sql.placeholder('keys')}::text[] from redeemed)::text[]`,
      }),
    )
    .select(openedColumns)
    .from(OPENED)
    .prepare('open_session_by_factor'),
);

/**
 * Uses a code and the sign-in that waits for it, and opens the session; a planned removal of the account's factors is off.
 * Each serves once: of two callers at once, the second finds it used.
 *
 * @param step.provenBy what was proven elsewhere in the transaction, which has locked the account; null: the code counts
 * @param step.keys what the guess was counted under
 * @returns undefined when code or sign-in are used, or the password has changed; then nothing is used
 */
export async function insertFactorSession(
  db: Db,
  step: SessionOrigin &
    CodeProof & { factorTokenHash: Buffer; provenBy: SignInMethod | null; keys: string[] },
): Promise<OpenedSession | undefined> {
  const [opened] = await redeemedFactor(db).execute(step);
  return opened;
}

const appSession = prepared((db) => {
  const hasRoom = sql`(select coalesce(bool_and(used <= points), false) from counted)`;
  return db
    .with(
      waitingStep(
        db,
        sql`not ${isBanned(sql`accounts.id`)} and not exists (
          select from bans where bans.network = ${sql.placeholder('network')}::text and ${isInForce})
        and not exists (
          select from unnest(${sql.placeholder('addressKeys')}::text[], ${sql.placeholder('addressPoints')}::int[])
            as address (key, points)
          join rate_limits using (key) where resets_at > now() and used >= points)`,
      ),
      ...originSteps(db, waitingId),
      // After the account is locked, the lock order of returned uses. One use fewer, because it isn't added. Windows that
      // aren't there yet are written: a wrong code that opens one at the same time makes this wait, and is seen.
      ...countUses(db, {
        stages: GUESS_STAGES,
        uses: 0,
        asked: askedGuesses({
          factorTokenHash,
          isCode: sql`true`,
          isAppCode: sql`true`,
          less: 1,
        }),
      }),
      ...useProof(
        db,
        sql`select id from account where ${hasRoom} and ${CAN_OPEN}`,
        sql`sealed = decode(${sql.placeholder('sealed')}::text, 'base64')`,
      ),
      ...redeemSteps(db, {
        method: sql`(select method from used_proof)`,
        keys: sql`(select attempt_keys from redeemed)::text[]`,
      }),
    )
    .select(openedColumns)
    .from(OPENED)
    .prepare('open_session_by_app');
});

/**
 * Like `insertFactorSession`, for a code that is right by the app's secret as it was read with the first step. It is used
 * only where a guess would have been allowed, also by the limits of the caller's address, no ban is in force, and the app is
 * still the same.
 *
 * @returns undefined if any of this isn't so; then nothing is used, and nothing is counted
 */
export async function insertAppSession(
  db: Db,
  {
    addressLimits,
    ...step
  }: SessionOrigin & CodeProof & { factorTokenHash: Buffer; sealed: string; addressLimits: Allowance[] },
): Promise<OpenedSession | undefined> {
  const [opened] = await appSession(db).execute({
    ...step,
    addressKeys: addressLimits.map(({ key }) => key),
    addressPoints: addressLimits.map(({ points }) => points),
  });
  return opened;
}
