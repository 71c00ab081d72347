import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { registerPlayer } from '#test/account-journeys.ts';
import { useAuditLog } from '#test/audit.ts';

const { portal, owner, staffWith, record, list, read } = await useAuditLog();

test('the address of superiors and fellow staff is hidden, in the list and in the entry', async () => {
  const [viewer, peer, superior] = [
    await staffWith('users'),
    await staffWith('users'),
    await staffWith('users', 'benefits'),
  ];
  const player = await registerPlayer(portal);
  for (const staff of [viewer, peer, superior, owner]) await record(staff, { accountId: player.id });

  const addressesFor = async (reader: { token: string }) => {
    const { entries } = await list(reader, { account: String(player.id), sort: 'at' });
    const single = await Promise.all(
      entries.map(async ({ entryId }: { entryId: number }) => (await read(reader, entryId)).json().address),
    );
    expect(entries.map(({ address }: { address: string }) => address)).toEqual(single);
    return single;
  };

  expect(await addressesFor(viewer)).toEqual(['198.51.100.7', '198.51.100.7', '•••', '•••']);
  expect(await addressesFor(superior)).toEqual(['198.51.100.7', '198.51.100.7', '198.51.100.7', '•••']);
  expect(await addressesFor(owner)).toEqual(Array(4).fill('198.51.100.7'));
});

test('what an entry says about an account is masked once the account rose above the reader', async () => {
  const [viewer, player] = [await staffWith('users'), await registerPlayer(portal)];
  const bans = [{ ip: '203.0.113.9', description: 'Spam' }];
  const many = Array.from({ length: 30 }, () => bans[0]);
  await record(
    viewer,
    {
      accountId: player.id,
      before: { email: 'old@post.example', userName: 'Old' },
      after: { email: 'new@post.example' },
    },
    { accountId: player.id, kind: 'user.ban', after: { ip: '203.0.113.9', endTime: null } },
    { accountId: player.id, kind: 'user.unban', before: { bans } },
    { accountId: player.id, kind: 'user.unban', before: { bans: many } },
  );
  const query = { account: String(player.id), sort: 'at' };
  expect((await list(viewer, query)).entries[0].before).toEqual({
    email: 'old@post.example',
    userName: 'Old',
  });

  await portal.parts.db.update(accounts).set({ webMgt: 3 }).where(eq(accounts.id, player.id));
  const masked = await list(viewer, query);
  expect(masked.entries).toMatchObject([
    { before: { email: 'o•••@p•••.example', userName: 'Old' }, after: { email: 'n•••@p•••.example' } },
    { after: { ip: '•••', endTime: null } },
    { before: { bans: [{ ip: '•••', description: 'Spam' }] } },
    { isCut: true, before: { bans: '•••' } },
  ]);
  const whole = (await read(viewer, masked.entries[3].entryId)).json();
  expect(whole.before.bans).toEqual(many.map((ban) => ({ ...ban, ip: '•••' })));
  expect((await list(owner, query)).entries[1]).toMatchObject({ after: { ip: '203.0.113.9' } });
});
