import { expect, test } from 'vitest';
import { webMgtOf } from '@waygate/contract/permissions';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  type Player,
  usePortal,
} from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';

const portal = await usePortal();
const { call } = portal;

type Person = Player & { token: string };

const edit = ({ token }: Person, { id }: Player, body: object) =>
  call('PUT', `/admin/users/${id}`, { token, body });
const appoint = (by: Person, who: Player) => edit(by, who, { webMgt: webMgtOf(['users', 'actions']) });
const grantPack = ({ token }: Person, { id }: Player) =>
  call('POST', '/admin/action', { token, body: { action: 'GRANT_STAFF_PACK', accountDBID: id } });

const NOTHING = { coins: 0, packs: 0, items: 0, refunds: 0 };

test('staff whom other staff appoint give nothing until an owner sets their budgets', async () => {
  const owner = await createOwner(portal);
  const staff = await createStaff(portal, ['users', 'actions']);
  const [second, player] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  expect((await appoint(staff, second)).statusCode).toBe(200);
  expect((await grantPack(second, player)).json()).toMatchObject({
    budget: { kind: 'packs', limit: 0, left: 0 },
  });
  expect((await edit(second, player, { agaiaCoins: 1 })).statusCode).toBe(403);
  const [entry] = await auditOf(portal, 'user.update', second.id);
  expect(entry?.after).toMatchObject({ budgets: NOTHING });

  const budgets = await call('GET', `/admin/budgets?search=${second.id}`, { token: owner.token });
  const { revision, limits } = budgets.json().staff[0];
  expect(limits).toEqual(NOTHING);
  const body = { coins: null, packs: 5, items: null, refunds: null, revision, reason: 'Known to us' };
  expect((await call('PUT', `/admin/budgets/${second.id}`, { token: owner.token, body })).statusCode).toBe(
    200,
  );
  expect((await grantPack(second, player)).statusCode).toBe(200);
});

test('staff whom other staff dismiss and appoint again lose their budgets', async () => {
  const owner = await createOwner(portal);
  const staff = await createStaff(portal, ['users', 'actions']);
  const [second, player] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  await appoint(owner, second);
  expect((await grantPack(second, player)).statusCode).toBe(200);
  await edit(staff, second, { webMgt: 1 });
  await appoint(staff, second);
  expect((await edit(second, player, { agaiaCoins: 1 })).statusCode).toBe(403);
});

test('staff to whom other staff give one more right keep their budgets', async () => {
  const staff = await createStaff(portal, ['users', 'actions']);
  const second = await createStaff(portal, ['users']);
  const player = await createSignedInPlayer(portal);
  expect((await appoint(staff, second)).statusCode).toBe(200);
  expect((await grantPack(second, player)).statusCode).toBe(200);
});
