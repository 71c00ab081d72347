import { createStaff, uniqueName } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { asOwner, ofCreated, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('createRole', 'creates a role', () => withBody(roleOf('news'))),
  onRecord(
    'updateRole',
    'updates a role',
    ofCreated('roles', 'roleId', roleOf('news'), { sections: ['users'] }),
  ),
  onRecord('deleteRole', 'deletes a role', ofCreated('roles', 'roleId', roleOf('news'))),
  onRecord('applyRole', 'applies a role', async (shop) => {
    const [{ roleId }, accountId] = [await asOwner(shop, 'roles', roleOf('news')), await staffMember(shop)];
    return { id: roleId ?? 0, body: { accounts: [accountId] }, accountId };
  }),
  onRecord('revokeRights', 'revokes all rights of an account', async (shop) => {
    const accountId = await staffMember(shop);
    return { body: { accounts: [accountId] }, accountId };
  }),
];

function roleOf(...sections: string[]) {
  return { name: uniqueName(), sections };
}

async function staffMember(shop: Shop): Promise<number> {
  return (await createStaff(shop, ['orders'])).id;
}
