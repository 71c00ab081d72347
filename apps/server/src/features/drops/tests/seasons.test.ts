import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { usePortal, createStaff, until } from '#test/account-journeys.ts';

const NO_RIGHTS = 1;

const portal = await usePortal();

type Staff = { id: number; token: string };

let year = 2040;
/** A season in its own year. */
function nextSeason(): { name: string; startsAt: string; endsAt: string } {
  year += 1;
  return { name: `Season ${year}`, startsAt: `${year}-01-01 00:00:00`, endsAt: `${year}-03-01 00:00:00` };
}

const createStaffOfDrops = (): Promise<Staff> => createStaff(portal, ['twitchDrops']);

const create = ({ token }: Staff, body: object) =>
  portal.call('POST', '/admin/twitch/seasons', { token, body });

const save = ({ token }: Staff, seasonId: number, body: object) =>
  portal.call('PUT', `/admin/twitch/seasons/${seasonId}`, { token, body });

/** What the log tells of a season, oldest first. */
async function changesOf(seasonId: number): Promise<{ before: object; after: object }[]> {
  const { rows } = await portal.parts.db.execute<{ before: object; after: object }>(sql`
    select before, after from audit_entries
    where kind = 'twitch_season.update' and target = ${String(seasonId)} order by id`);
  return rows;
}

/** Runs the calls while what they need is locked, and lets them go on when all of them wait for it. */
async function whileLocked<T>(lock: ReturnType<typeof sql>, calls: (() => Promise<T>)[], then = sql`select`) {
  const { db } = portal.parts;
  return db.transaction(async (tx) => {
    await tx.execute(lock);
    const answers = Promise.all(calls.map((call) => call()));
    await until(async () => {
      const { rows } = await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === calls.length;
    });
    await tx.execute(then);
    return { answers };
  });
}

describe('a season', () => {
  test('may end as late as times can be written, and is listed then', async () => {
    const staff = await createStaffOfDrops();
    const last = { name: 'Last', startsAt: '9999-01-01 00:00:00', endsAt: '9999-12-30 00:00:00' };
    const created = await create(staff, last);
    expect([created.statusCode, created.json().claimUntil]).toEqual([200, '9999-12-31T23:59:59.999Z']);
    const id: number = created.json().seasonId;
    // As the upgrade to claim periods wrote it.
    await portal.parts.db.execute(
      sql`update twitch_seasons set claim_until = ends_at + interval '7 days' where id = ${id}`,
    );
    const listed = await portal.call('GET', '/admin/twitch/seasons', { token: staff.token });
    expect(listed.statusCode).toBe(200);
    await portal.parts.db.execute(sql`delete from twitch_seasons where id = ${id}`);
  });

  test('shows how many rewards it has', async () => {
    const staff = await createStaffOfDrops();
    const seasons = [await create(staff, nextSeason()), await create(staff, nextSeason())];
    const [empty, full] = seasons.map((answer): number => answer.json().seasonId);
    await portal.parts.db.execute(sql`
      insert into twitch_rewards (title, description, required_minutes, season, type, item_id, item_quantity, deleted_at)
      select 'Reward ' || n, '', n, ${full}::int, 'viewer', 1, 1, case when n > 3 then now() end
      from generate_series(1, 5) as n`);
    const { seasons: listed } = (
      await portal.call('GET', '/admin/twitch/seasons', { token: staff.token })
    ).json();
    const rewardsOf = (id: number | undefined) =>
      listed.find(({ seasonId }: { seasonId: number }) => seasonId === id)?.rewards;
    expect([rewardsOf(empty), rewardsOf(full)]).toEqual([0, 3]);
  });

  test('stays unchanged without an audit entry when saved without changes', async () => {
    const staff = await createStaffOfDrops();
    const body = nextSeason();
    const { seasonId, revision } = (await create(staff, body)).json();
    const saved = await Promise.all([
      save(staff, seasonId, body),
      save(staff, seasonId, { ...body, revision }),
    ]);
    expect(saved.map((answer) => [answer.statusCode, answer.json().revision])).toEqual([
      [200, revision],
      [200, revision],
    ]);
    expect(await changesOf(seasonId)).toEqual([]);
    const stale = await save(staff, seasonId, { ...body, revision: revision + 1 });
    expect([stale.statusCode, stale.json().current.revision]).toEqual([409, revision]);
    expect((await save(staff, 2_147_483_647, body)).statusCode).toBe(404);
  });

  test('changes one step at a time under concurrent saves, and the audit log matches each step', async () => {
    const editors = await Promise.all(Array.from({ length: 5 }, createStaffOfDrops));
    const body = nextSeason();
    const [first] = editors;
    if (!first) throw new Error('There is no staff.');
    const { seasonId, revision } = (await create(first, body)).json();
    const names = editors.map((_, index) => `${body.name} ${index}`);
    const { answers } = await whileLocked(
      sql`select from twitch_seasons where id = ${seasonId} for update`,
      editors.map((staff, index) => () => save(staff, seasonId, { ...body, name: names[index] })),
    );
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const changes = await changesOf(seasonId);
    expect(changes).toHaveLength(5);
    const chain = [{ after: { name: body.name } }, ...changes];
    expect(changes.map(({ before }) => before)).toEqual(chain.slice(0, -1).map(({ after }) => after));
    const last = (await answers).find((answer) => answer.json().revision === revision + 5);
    expect(chain.at(-1)?.after).toEqual({ name: last?.json().name });
  });

  test('is neither created nor changed by staff who lose the right while they wait', async () => {
    const [keeper, loser] = await Promise.all([createStaffOfDrops(), createStaffOfDrops()]);
    const body = nextSeason();
    const { seasonId } = (await create(keeper, body)).json();
    const other = nextSeason();
    const { answers } = await whileLocked(
      sql`select from accounts where id = ${loser.id} for update`,
      [() => create(loser, other), () => save(loser, seasonId, { ...body, name: 'Mine' })],
      sql`update accounts set web_mgt = ${NO_RIGHTS} where id = ${loser.id}`,
    );
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([403, 403]);
    expect((await create(keeper, other)).statusCode).toBe(200);
    expect(await changesOf(seasonId)).toEqual([]);
  });

  test('is not changed with a session that ended while the save waited', async () => {
    const staff = await createStaffOfDrops();
    const body = nextSeason();
    const { seasonId } = (await create(staff, body)).json();
    const { answers } = await whileLocked(
      sql`select from accounts where id = ${staff.id} for update`,
      [() => save(staff, seasonId, { ...body, name: 'Mine' })],
      sql`delete from sessions where account_id = ${staff.id}`,
    );
    expect((await answers)[0]?.statusCode).toBe(401);
  });
});
