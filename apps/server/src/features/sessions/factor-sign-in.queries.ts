import { type SQL, sql } from 'drizzle-orm';
import { type ReadTotp, totpOf } from '#features/factors/factors.ts';
import { type ActiveBan, latestBan } from '#features/identity/identity.ts';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';
import { type Allowance, countUses } from '#platform/http/throttle.ts';
import { knownDevice } from './known-devices.queries.ts';
import { constant, knownCaller } from './sign-in.queries.ts';

/** A sign-in waits so long for its second factor. */
export const STEP_MINUTES = 10;

/** Wrong codes for one sign-in. */
const PER_TOKEN = 5;
/**
 * Wrong codes for an account within the window: from one device or network that it knows, and from all strangers together. So
 * somebody who knows the password can't use up the guesses of its owner.
 */
const PER_ACCOUNT = 10;
const WINDOW_SECONDS = 15 * 60;
/** The stage of `dailyGuesses`, here and in `consume`; and the stages of a guess. */
const DAILY_STAGE = 2;
export const GUESS_STAGES = [0, 1, DAILY_STAGE];
const PER_DAY = 100;
const DAY_SECONDS = 86_400;

/**
 * The wrong codes of authenticator apps for an account in a day, from everywhere: of a million codes, three are right at any
 * time. Recovery codes can't be guessed, and don't count: their owner always has a way in.
 */
export function dailyGuesses(id: number): Allowance {
  return {
    key: `factor day account:${id}`,
    points: PER_DAY,
    windowSeconds: DAY_SECONDS,
    stage: DAILY_STAGE,
  };
}

const accountId = sql`${sql.placeholder('accountId')}::int`;
const tokenHash = sql`${sql.placeholder('tokenHash')}::bytea`;
const verifiedHash = sql`${sql.placeholder('verifiedHash')}::text`;
const rehashed = sql`${sql.placeholder('rehashed')}::text`;

const insertedStep = prepared((db) => {
  // The password is at hand in this step alone.
  const renewed = db.$with('renewed', { id: sql<number>`id`.as('id') }).as(sql`
    update accounts set password_hash = ${rehashed}
    where id = ${accountId} and password_hash = ${verifiedHash} and ${rehashed} is not null
    returning id`);
  const started = db.$with('started', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    insert into factor_sign_ins (token_hash, account_id, verified_hash, attempt_keys, expires_at)
    select ${tokenHash}, id, coalesce(${rehashed}, password_hash), ${sql.placeholder('keys')}::text[],
      now() + make_interval(mins => ${constant(STEP_MINUTES)})
    from accounts where id = ${accountId} and password_hash = ${verifiedHash}
    returning account_id`);
  return db
    .with(renewed, started)
    .select({ totp: totpOf(accountId) })
    .from(started)
    .prepare('start_factor_step');
});

/** @returns the account's authenticator app, or null; undefined when the password has changed in the meantime */
export async function insertFactorSignIn(
  db: Db,
  step: {
    tokenHash: Buffer;
    accountId: number;
    verifiedHash: string;
    rehashed: string | null;
    keys: string[];
  },
): Promise<ReadTotp | null | undefined> {
  const [started] = await insertedStep(db).execute(step);
  return started?.totp;
}

export type FactorAttempt = {
  account: { id: number; permission: number } | null;
  ban: ActiveBan | null;
  /** The ban of the caller's address. */
  addressBan: ActiveBan | null;
  totp: ReadTotp | null;
  /** The sign-in has had all of its guesses. */
  isSpent: boolean;
  /** Seconds until the account's next guess is allowed; null when this one is. */
  blockedSeconds: number | null;
  /** This guess is the first past the account's limit. */
  isFirstBlocked: boolean;
  /** The keys that this guess was counted under. */
  keys: string[];
};

/**
 * The allowances of a guess, for `countUses` in a statement with the steps `account`, with its `id`, and `device`.
 *
 * @param less so many fewer uses than are allowed
 */
export function askedGuesses({
  factorTokenHash,
  isCode,
  isAppCode,
  less = 0,
}: {
  factorTokenHash: SQL;
  isCode: SQL;
  isAppCode: SQL;
  less?: number;
}): SQL {
  const network = sql`${sql.placeholder('network')}::text`;
  return sql`
    select 0 as stage, 'factor token:' || encode(${factorTokenHash}, 'hex') as key,
      ${constant(PER_TOKEN - less)} as points, ${constant(STEP_MINUTES * 60)} as seconds
    from account
    union all
    select 1, 'factor ' || ${knownCaller(network)} || ' account:' || id,
      ${constant(PER_ACCOUNT - less)}, ${constant(WINDOW_SECONDS)}
    from account where ${isCode}
    union all
    select ${constant(DAILY_STAGE)}, 'factor day account:' || id, ${constant(PER_DAY - less)}, ${constant(DAY_SECONDS)}
    from account where ${isAppCode}`;
}

const countedGuess = prepared((db) => {
  const network = sql`${sql.placeholder('network')}::text`;
  const account = db.$with('account', { id: sql<number>`id`.as('id') }).as(sql`
    select accounts.id, permission
    from factor_sign_ins join accounts on accounts.id = account_id and password_hash = verified_hash
    where token_hash = ${tokenHash} and expires_at > now()`);
  const device = knownDevice(db, sql`(select id from account)`);
  const counting = countUses(db, {
    stages: GUESS_STAGES,
    asked: askedGuesses({
      factorTokenHash: tokenHash,
      isCode: sql`${sql.placeholder('isCode')}::boolean`,
      isAppCode: sql`${sql.placeholder('isAppCode')}::boolean`,
    }),
  });
  return db
    .with(account, device, ...counting)
    .select({
      account: sql<FactorAttempt['account']>`(select row_to_json(account) from account)`,
      ban: latestBan(sql`bans.account_id = (select id from account)`),
      addressBan: latestBan(sql`bans.network = ${network}`),
      totp: totpOf(sql`(select id from account)`),
      isSpent: sql<boolean>`exists (select from counted where points = ${constant(PER_TOKEN)} and used > points)`,
      blockedSeconds: sql<number | null>`(select max(seconds_left) from counted where used > points)`,
      isFirstBlocked: sql<boolean>`exists (
        select from counted where points <> ${constant(PER_TOKEN)} and used = points + 1)`,
      keys: sql<string[]>`array(select key from counted)`,
    })
    .from(sql`(select 1) as guess`)
    .prepare('factor_guess');
});

/** Counts the guess and reads what it is checked against, in one round trip. */
export async function countFactorGuess(
  db: Db,
  {
    address,
    ...guess
  }: { tokenHash: Buffer; address: string; deviceHashes: Buffer[]; isCode: boolean; isAppCode: boolean },
): Promise<FactorAttempt> {
  const [row] = await countedGuess(db).execute({ ...guess, network: networkOf(address) });
  if (!row) throw new Error('The guess was not counted.');
  return row;
}

/** Ends the sign-ins of an account that wait for its second factor. */
export async function deleteFactorSignIns(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`delete from factor_sign_ins where account_id = ${id}`);
}

export async function deleteExpiredFactorSignIns(db: Db): Promise<void> {
  await db.execute(sql`
    delete from factor_sign_ins where token_hash in (
      select token_hash from factor_sign_ins where expires_at <= now() for update skip locked)`);
}

/** The account of a sign-in that waits for its second factor. */
export async function selectFactorSignInAccount(db: Db, hash: Buffer): Promise<number | undefined> {
  const { rows } = await db.execute<{ account_id: number }>(sql`
    select account_id from factor_sign_ins where token_hash = ${hash} and expires_at > now()`);
  return rows[0]?.account_id;
}
