import { type SQL, sql } from 'drizzle-orm';
import type { FactorMethod } from '@waygate/contract/factors/factors.schemas';
import { factorMethods } from '#features/factors/factors.ts';
import { type ActiveBan, latestBan } from '#features/identity/identity.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';
import { addressAllowances, countUses, STAGE_AFTER_ADDRESS } from '#platform/http/throttle.ts';
import { KNOWN_NETWORK_DAYS, knownDevice } from './known-devices.queries.ts';

/**
 * The most failed attempts within the window: per name or e-mail from one known device, from one known network, and from
 * all strangers together; and per address.
 */
const PER_IDENTIFIER = 10;
const PER_ADDRESS = 50;
const WINDOW_SECONDS = 15 * 60;

export type SignInAccount = {
  id: number;
  userName: string;
  email: string;
  passwordHash: string;
  factorsAdded: number;
  permission: number;
  webMgt: number;
  sections: string[];
};

export type SignInAttempt = {
  account: SignInAccount | null;
  ban: ActiveBan | null;
  /** The ban of the caller's address. */
  addressBan: ActiveBan | null;
  /** Seconds until the next attempt is allowed; null when this one is. */
  blockedSeconds: number | null;
  /** By what the account can prove its second step; empty for an account without a factor. */
  methods: FactorMethod[];
  /** The bucket of the name, when this attempt is the first past its limit. */
  lockedBucket: string | null;
  /** The counted rate-limit keys, returned after a success. */
  keys: string[];
};

const identifier = sql.placeholder('identifier');

/**
 * The key of a bucket. Names and e-mails have separate buckets, keyed by what was entered: a shared bucket would tell
 * strangers that a name and an e-mail belong together, or that an account exists.
 *
 * @param caller `device:…`, `network:…` or `stranger`
 */
function bucketKey(caller: SQL, name: SQL): SQL {
  return sql`'sign-in ' || ${caller} || ' ' || encode(sha256(convert_to(lower(${name}), 'UTF8')), 'hex')`;
}

const deviceCaller = (tokenHash: SQL) => sql`('device:' || encode(${tokenHash}, 'hex'))`;
const networkCaller = (network: SQL) => sql`('network:' || ${network})`;
const STRANGER = sql`'stranger'`;

/** A number that never changes, as text of the statement. */
export function constant(value: number): SQL {
  return sql.raw(String(value));
}

/**
 * Whose guesses these are: those of a device or network that the account knows, or of any stranger. For statements with the
 * steps `account`, with its `id`, and `device`, with the `token_hash` of a known one.
 */
export function knownCaller(network: SQL): SQL {
  return sql`coalesce(
    (select ${deviceCaller(sql`token_hash`)} from device),
    (select ${networkCaller(sql`network`)} from known_networks
      where account_id = (select id from account) and network = ${network}
        and last_used_at > now() - make_interval(days => ${constant(KNOWN_NETWORK_DAYS)})),
    ${STRANGER})`;
}

/** @param addressStages of IPv4 one, of IPv6 three: a step that counts nothing would cost each sign-in some of its time */
const countedAttempt = (name: string, addressStages: number[]) =>
  prepared((db) => {
    const network = sql`${sql.placeholder('network')}::text`;
    const account = db.$with('account', { id: sql<number>`id`.as('id') }).as(sql`
    select id, user_name as "userName", email, password_hash as "passwordHash", factors_added as "factorsAdded", permission, web_mgt as "webMgt",
      sections
    from accounts where lower(user_name) = lower(${identifier}) or lower(email) = lower(${identifier})`);
    const device = knownDevice(db, sql`(select id from account)`);
    // Others at the address of a known device may have used up its attempts, so they don't count for the device.
    const counting = countUses(db, {
      stages: [...addressStages, STAGE_AFTER_ADDRESS],
      asked: sql`
      select stage - 1 as stage, key, points, ${constant(WINDOW_SECONDS)} as seconds
      from unnest(${sql.placeholder('addressKeys')}::text[], ${sql.placeholder('addressPoints')}::int[])
        with ordinality as address (key, points, stage)
      where not exists (select from device)
      union all
      select ${constant(STAGE_AFTER_ADDRESS)}, ${bucketKey(knownCaller(network), sql`${identifier}::text`)},
        ${constant(PER_IDENTIFIER)}, ${constant(WINDOW_SECONDS)}`,
    });
    return db
      .with(account, device, ...counting)
      .select({
        account: sql<SignInAttempt['account']>`(select row_to_json(account) from account)`,
        ban: latestBan(sql`bans.account_id = (select id from account)`),
        addressBan: latestBan(sql`bans.network = ${network}`),
        blockedSeconds: sql<number | null>`(select max(seconds_left) from counted where used > points)`,
        methods: factorMethods(sql`(select id from account)`),
        lockedBucket: sql<string | null>`(
        select key from counted where used = points + 1 and key not like 'sign-in address:%' limit 1)`,
        keys: sql<string[]>`array(select key from counted)`,
      })
      .from(sql`(select 1) as attempt`)
      .prepare(name);
  });

const ipv4Attempt = countedAttempt('sign_in_attempt', [0]);
const ipv6Attempt = countedAttempt('sign_in_attempt_ipv6', [0, 1, 2]);

/** Counts the attempt and reads the account in one round trip. */
export async function countSignInAttempt(
  db: Db,
  attempt: { identifier: string; address: string; deviceHashes: Buffer[] },
): Promise<SignInAttempt> {
  const address = addressAllowances(attempt.address, {
    key: 'sign-in',
    points: PER_ADDRESS,
    windowSeconds: WINDOW_SECONDS,
  });
  const counted = address.length === 1 ? ipv4Attempt : ipv6Attempt;
  const [row] = await counted(db).execute({
    identifier: attempt.identifier,
    deviceHashes: attempt.deviceHashes,
    network: networkOf(attempt.address),
    addressKeys: address.map(({ key }) => key),
    addressPoints: address.map(({ points }) => points),
  });
  if (!row) throw new Error('The attempt was not counted.');
  return row;
}

/**
 * Clears the failed attempts of an account, by its name and its e-mail, from known devices and networks and from
 * strangers.
 */
export async function deleteAttempts(db: Db, accountId: number): Promise<void> {
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where key in (
        select ${bucketKey(sql`caller`, sql`name`)} from accounts
        cross join lateral (values (user_name), (email)) as names (name)
        cross join lateral (
          select ${deviceCaller(sql`token_hash`)} from known_devices where account_id = accounts.id
          union all
          select ${networkCaller(sql`network`)} from known_networks where account_id = accounts.id
          union all
          select ${STRANGER}
        ) as callers (caller)
        where id = ${accountId})
      order by stage, key for update)`);
}
