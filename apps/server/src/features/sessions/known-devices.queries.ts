import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';

/** A device is forgotten this many days after the account's last sign-in from it. */
export const KNOWN_DEVICE_DAYS = 365;

/** Shorter for networks, because their addresses pass on to other people. */
export const KNOWN_NETWORK_DAYS = 90;

/** The most devices, and the most networks, of an account. A new one replaces the least recently used. */
const KNOWN_MAX = 100;

/** Like that of sessions, the last use is written at most once an hour. */
const isUpdateDue = sql`known.last_used_at <= now() - interval '1 hour'`;

/** A device and network to remember. */
type Origin = { deviceHash: Buffer; network: string };

/**
 * Steps of a statement that remember a device and network. The network is in the placeholder of its name.
 *
 * @param account a query for the `id` of the account, whose row the transaction has locked; without a row, nothing is
 *   remembered
 * @param deviceHash an expression for the device's hash
 */
export function rememberOrigin(
  db: Db,
  account: SQL,
  deviceHash: SQL = sql`${sql.placeholder('deviceHash')}::bytea`,
): WithSubquery[] {
  const network = sql`${sql.placeholder('network')}::text`;
  const step = (name: string, query: SQL) =>
    db.$with(name, { accountId: sql<number>`account_id`.as('account_id') }).as(query);
  const leastRecentlyUsed = (key: SQL, table: SQL, kept: SQL) => sql`
    select ${key} from ${table} where account_id = (select id from (${account}) as account) and ${key} <> ${kept}
    order by last_used_at desc offset ${sql.raw(String(KNOWN_MAX - 1))}`;
  return [
    step(
      'remembered_device',
      sql`
        insert into known_devices as known (token_hash, account_id)
        select ${deviceHash}, id from (${account}) as account
        on conflict (token_hash) do update set last_used_at = now()
        where known.account_id = excluded.account_id and ${isUpdateDue}
        returning account_id`,
    ),
    step(
      'remembered_network',
      sql`
        insert into known_networks as known (account_id, network) select id, ${network} from (${account}) as account
        on conflict (account_id, network) do update set last_used_at = now() where ${isUpdateDue}
        returning account_id`,
    ),
    step(
      'forgotten_devices',
      sql`
        delete from known_devices where token_hash in (
          ${leastRecentlyUsed(sql`token_hash`, sql`known_devices`, deviceHash)})
        returning account_id`,
    ),
    step(
      'forgotten_networks',
      sql`
        delete from known_networks where account_id = (select id from (${account}) as account) and network in (
          ${leastRecentlyUsed(sql`network`, sql`known_networks`, network)})
        returning account_id`,
    ),
  ];
}

/**
 * SQL condition: the account knows neither the network nor any of the devices, which are in the placeholders `network` and
 * `deviceHashes`.
 */
export function isUnknownOrigin(account: SQL): SQL<boolean> {
  return sql<boolean>`(
    not exists (
      select from known_devices as device
      where device.token_hash = any(${sql.placeholder('deviceHashes')}::bytea[]) and device.account_id = ${account})
    and ${isUnknownNetwork(account)})`;
}

/** SQL condition: the account doesn't know the network in the placeholder `network`. */
export function isUnknownNetwork(account: SQL): SQL<boolean> {
  return sql<boolean>`not exists (
    select from known_networks as known
    where known.account_id = ${account} and known.network = ${sql.placeholder('network')}::text
      and known.last_used_at > now() - make_interval(days => ${sql.raw(String(KNOWN_NETWORK_DAYS))}))`;
}

/** The step `device`: one of the caller's devices, in the placeholder `deviceHashes`, that the account knows. */
export function knownDevice(db: Db, accountId: SQL): WithSubquery {
  return db.$with('device', { tokenHash: sql<Buffer>`token_hash`.as('token_hash') }).as(sql`
    select token_hash from known_devices
    where token_hash = any(${sql.placeholder('deviceHashes')}::bytea[]) and account_id = ${accountId}
    limit 1`);
}

const rememberedOrigin = prepared((db) =>
  db
    .with(...rememberOrigin(db, sql`select ${sql.placeholder('accountId')}::int as id`))
    .select({ accountId: sql<number>`account_id`.as('account_id') })
    .from(sql`remembered_device`)
    .prepare('remember_origin'),
);

/** Remembers a device and network of an account, whose row of `account_activity` the transaction has locked: a change of the password does. */
export async function insertKnownOrigin(db: Db, origin: Origin & { accountId: number }): Promise<void> {
  await rememberedOrigin(db).execute(origin);
}

/** Forgets every device and network of an account, whose row of `account_activity` the transaction has locked: a change of the password does. */
export async function deleteKnownOrigins(db: Db, accountId: number): Promise<void> {
  await db.execute(sql`
    with networks as (delete from known_networks where account_id = ${accountId})
    delete from known_devices where account_id = ${accountId}`);
}

/** Skips locked rows, because waiting for them could deadlock. */
export async function deleteUnusedOrigins(db: Db): Promise<void> {
  await db.execute(sql`
    delete from known_devices where token_hash in (
      select token_hash from known_devices where ${isUnusedFor(KNOWN_DEVICE_DAYS)} for update skip locked)`);
  await db.execute(sql`
    delete from known_networks where (account_id, network) in (
      select account_id, network from known_networks where ${isUnusedFor(KNOWN_NETWORK_DAYS)}
      for update skip locked)`);
}

function isUnusedFor(days: number): SQL {
  return sql`last_used_at <= now() - make_interval(days => ${days})`;
}
