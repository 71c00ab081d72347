import { sql } from 'drizzle-orm';
import { insertFinishedDays } from '#features/statistics/statistics.ts';
import { editTexts } from '#features/demo/edited-texts.ts';
import { insertSeed } from '#features/demo/seeds.queries.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { DEMO_MARK, isDemo } from '#platform/db/demo-mark.ts';
import { type Community, type CommunityInput, createCommunity } from './create-community.ts';
import { readGround } from './read-world.ts';
import { insertRows } from './rows.ts';
import { numberStaff } from './staff.ts';
import { after, DAY } from './times.ts';
import { seasonOf, type TwitchPeople } from './twitch.ts';
import { SERVERS } from './world.ts';

/** The database has accounts or orders that are none of a demo. */
export class HoldsPortal extends Error {
  constructor() {
    super('The database holds a portal that is no demo.');
    this.name = 'HoldsPortal';
  }
}

/**
 * Fills a new portal, which has its owner and the demo content, with a community, once. One transaction: a start that is cut
 * off leaves nothing, and the next one makes the same.
 *
 * @param keepTwitch stores the people of the simulated Twitch before the community is committed
 * @returns whether this call filled it
 * @throws HoldsPortal like `requireNewOrDemo`
 */
export async function fillCommunity(
  db: Database,
  { keepTwitch, ...input }: CommunityInput & { keepTwitch: (people: TwitchPeople) => Promise<void> },
): Promise<boolean> {
  if (await isDemo(db)) return false;
  await requireNewOrDemo(db);
  const ground = await readGround(db);
  const community = createCommunity(ground, input);
  await keepTwitch(community.twitch);
  return db.transaction(async (tx) => {
    if (!(await insertSeed(tx, DEMO_MARK))) return false;
    await prepareGround(tx, { ...ground, now: input.now });
    for (const [table, rows] of community.tables) await insertRows(tx, table, rows);
    await markAccounts(tx, community);
    const { editor: editorId } = numberStaff(ground.firstId);
    await editTexts(tx, { now: input.now, ownerId: ground.ownerId, editorId });
    await insertFinishedDays(tx);
    return true;
  });
}

/** @throws HoldsPortal for a database that anybody but an owner has used and that is no demo's */
export async function requireNewOrDemo(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`
    select from installation
    where not exists (select from seeds where name = ${DEMO_MARK})
      and (exists (select from accounts where permission <> 32) or exists (select from orders)
        or exists (select from deliveries) or exists (select from ledger_transactions))`);
  if (rows.length > 0) throw new HoldsPortal();
}

/** The game servers, the seasons and the owner's past. */
async function prepareGround(
  tx: Transaction,
  { now, ownerId, seasonId }: { now: Date; ownerId: number; seasonId: number },
): Promise<void> {
  const since = after(now, -130 * DAY);
  await tx.execute(sql`update accounts set registered_at = ${since} where id = ${ownerId}`);
  for (const [position, { id, name, slug }] of SERVERS.entries())
    await tx.execute(sql`
      insert into game_servers (id, name, slug, position, created_at) overriding system value
      values (${id}, ${name}, ${slug}, ${position}, ${since})
      on conflict (id) do update set name = excluded.name, slug = excluded.slug, created_at = excluded.created_at`);
  await tx.execute(sql`select setval(pg_get_serial_sequence('game_servers', 'id'), ${SERVERS.length})`);
  const { before, running } = seasonOf(now);
  await tx.execute(sql`
    update twitch_seasons set starts_at = ${running.startsAt}, ends_at = ${running.endsAt},
      claim_until = ${running.claimUntil}, needs_confirmed_email = true, min_twitch_days = 7
    where id = ${seasonId}`);
  await tx.execute(sql`
    insert into twitch_seasons (name, starts_at, ends_at, claim_until)
    values ('Season One', ${before.startsAt}, ${before.endsAt}, ${before.claimUntil})`);
}

async function markAccounts(tx: Transaction, { marks, referralsOfAccounts }: Community): Promise<void> {
  await tx.execute(sql`
    update accounts set agaia_club_expires_at = club, has_claimed_founder_package = founder,
      has_claimed_veteran_package = veteran
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as mark (account_id int, club timestamptz, founder boolean, veteran boolean)
    where accounts.id = mark.account_id`);
  await tx.execute(sql`
    update accounts set referral_id = came.referral_id
    from jsonb_to_recordset(${JSON.stringify(referralsOfAccounts)}::jsonb) as came (account_id int, referral_id bigint)
    where accounts.id = came.account_id`);
}
