import { expect, test } from 'vitest';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  type Player,
  uniqueName,
  usePortal,
} from '#test/account-journeys.ts';

const portal = await usePortal();
const staff = await createStaff(portal, ['users', 'orders']);

const edit = (id: number, body: object, { token } = staff) =>
  portal.call('PUT', `/admin/users/${id}`, { token, body });
const newEmail = () => `${uniqueName()}@post.example`;
const emailOf = async ({ id }: Player) =>
  (await portal.call('GET', `/admin/users/${id}`, { token: staff.token })).json().email;

test('staff change the email of players and their own, but not of fellow staff', async () => {
  const [player, fellow] = [await createSignedInPlayer(portal), await createStaff(portal, ['orders'])];
  expect((await edit(player.id, { email: newEmail() })).statusCode).toBe(200);
  expect((await edit(staff.id, { email: newEmail() })).statusCode).toBe(200);

  const before = await emailOf(fellow);
  const refused = await edit(fellow.id, { email: newEmail() });
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Only an owner can change the email of staff.',
  ]);
  expect(await emailOf(fellow)).toBe(before);
  // Not by taking their rights in the same edit, either; the rest can change.
  expect((await edit(fellow.id, { email: newEmail(), webMgt: 1 })).statusCode).toBe(403);
  expect((await edit(fellow.id, { email: before.toUpperCase(), userName: uniqueName() })).statusCode).toBe(
    200,
  );
});

test('an owner changes the email of staff', async () => {
  const fellow = await createStaff(portal, ['orders']);
  const email = newEmail();
  expect((await edit(fellow.id, { email }, await createOwner(portal))).statusCode).toBe(200);
  expect(await emailOf(fellow)).toBe(email);
});
