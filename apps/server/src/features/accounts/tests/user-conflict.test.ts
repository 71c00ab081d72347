import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOwner,
  usePortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  registerPlayer,
  signIn,
} from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';
import { giveCoins, readUser, updateUser, userFormOf } from '#test/edited-users.ts';
import { accounts } from '#features/identity/accounts.tables.ts';

const portal = await usePortal();
const owner = await createOwner(portal);
const staff = await createStaff(portal, ['users']);

const update = (id: number, body: object) => updateUser(portal, staff, id, body);
const read = (id: number) => readUser(portal, staff, id);
const auditOf = (accountId: number) => entriesAbout(portal, accountId);

describe('an editor with an outdated version', () => {
  test('sees what another editor saved, and overwrites nothing', async () => {
    const player = await registerPlayer(portal);
    const form = userFormOf(await read(player.id));
    await update(player.id, { ...form, webMgt: 2 });

    const late = await update(player.id, { ...form, agaiaCoins: 7 });

    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'conflict', current: { webMgt: 2, agaiaCoins: 0 } });
    expect(late.json().current).toEqual(await read(player.id));
    const { revision } = late.json().current;
    expect((await update(player.id, { ...form, agaiaCoins: 7, revision })).json()).toMatchObject({
      webMgt: 1,
      agaiaCoins: 7,
    });
  });

  test.each<[string, (player: Player & { token: string }) => Promise<unknown>]>([
    ['a purchase', ({ id }) => giveCoins(portal, id, 500)],
    [
      'the end of a club',
      ({ id }) =>
        portal.parts.db
          .update(accounts)
          .set({ agaiaClubExpiresAt: sql`now() + interval '30 days'` })
          .where(eq(accounts.id, id)),
    ],
    [
      'a new password by an owner',
      ({ id }) => updateUser(portal, owner, id, { password: 'chosen by staff' }),
    ],
  ])('learns of %s', async (_, happen) => {
    const player = await createSignedInPlayer(portal);
    const form = userFormOf(await read(player.id));
    await happen(player);
    expect((await update(player.id, { ...form, hasClaimedFounderPackage: true })).statusCode).toBe(409);
  });

  test('saves only their own changes on top of a purchase and of other edits', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { agaiaCoins: 500 });
    const { revision } = await read(player.id);
    await giveCoins(portal, player.id, 200);
    await update(player.id, { webMgt: 2 });

    const late = await update(player.id, { agaiaCoins: 600, revision });
    expect(late.statusCode).toBe(409);
    const { current } = late.json();
    const kept = { agaiaCoins: current.agaiaCoins + 100, revision: current.revision };
    expect((await update(player.id, kept)).json()).toMatchObject({ agaiaCoins: 800, webMgt: 2 });
    expect((await auditOf(player.id)).at(-1)).toMatchObject({
      before: { agaiaCoins: 700 },
      after: { agaiaCoins: 800 },
    });
  });

  test('is not disturbed by a sign-in', async () => {
    const player = await registerPlayer(portal);
    const form = userFormOf(await read(player.id));
    await signIn(portal, player);
    expect((await update(player.id, { ...form, hasClaimedFounderPackage: true })).statusCode).toBe(200);
  });

  test('succeeds once when two save at once', async () => {
    const player = await registerPlayer(portal);
    const form = userFormOf(await read(player.id));
    const answers = await Promise.all(
      [1, 2, 3, 4].map((agaiaCoins) => update(player.id, { ...form, agaiaCoins })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(await auditOf(player.id)).toHaveLength(1);
  });
});
