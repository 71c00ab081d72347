import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createOwner, createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { BRIDGE_STATUS, queueItems, useBridgePortal } from '#test/bridge.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const owner = await createOwner(portal);
const { token } = owner;

let names = 0;
const nameOf = () => `north-${(names += 1)}`;
const create = (body: object = {}) =>
  portal.call('POST', '/admin/game/servers', { token, body: { name: 'North', slug: nameOf(), ...body } });
const created = async (body?: object): Promise<AdminGameServer> => (await create(body)).json();
const update = ({ serverId, name, slug, revision }: AdminGameServer, body: object) =>
  portal.call('PUT', `/admin/game/servers/${serverId}`, { token, body: { name, slug, revision, ...body } });
const list = async (): Promise<AdminGameServer[]> =>
  (await portal.call('GET', '/admin/game/servers', { token })).json().servers;
const find = async (id: number) => (await list()).find(({ serverId }) => serverId === id);
const onAccess = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  portal.call(method, `/admin/game/servers/${path}`, { token, ...(body && { body }) });
const statusesOf = (responses: { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

const addressesIn = (response: { json: () => { addresses: { address: string }[] } }) =>
  response.json().addresses.map(({ address }) => address);

test('only owners see and change game servers', async () => {
  const { token: staff } = await createStaff(portal, ['users', 'orders', 'gameCharacters', 'actions']);
  for (const path of ['servers', 'servers/1/access']) {
    const ask = (given?: string) => portal.call('GET', `/admin/game/${path}`, given ? { token: given } : {});
    expect(statusesOf([await ask(), await ask(staff), await ask(token)])).toEqual([200, 401, 403]);
  }
});

describe('the list', () => {
  test('starts with the first server, in its order', async () => {
    const { serverId } = await created({ position: 1 });
    const [first] = await list();
    expect(first).toMatchObject({
      serverId: 1,
      isFirst: true,
      name: 'Game server',
      slug: 'main',
      lastLeaseAt: null,
    });
    expect(await find(serverId)).toMatchObject({
      isFirst: false,
      status: 'unknown',
      adapter: null,
      guarantee: null,
      accountPolicy: null,
      effectiveAccountPolicy: null,
      reportedAt: null,
      lastLeaseAt: null,
      waitingDeliveries: 0,
      undecidedDeliveries: 0,
    });
  });

  test('shows the report, the last lease and the policy that applies', async () => {
    const rule = { min: 1, max: 20, characters: 'word' };
    const accounts = {
      scheme: 'md5',
      login: rule,
      password: rule,
      isCaseSensitive: true,
      canRename: false,
      canClaim: false,
    };
    await portal.bridge('PUT', 'status', { body: { ...BRIDGE_STATUS, accounts, reportsCollected: true } });
    await portal.lease();
    expect(await find(1)).toMatchObject({
      status: 'online',
      playersOnline: 12,
      adapter: 'rathena',
      bridgeVersion: '1.0.0',
      guarantee: 'exactly_once',
      reportsCollected: true,
      accounts: { scheme: 'md5' },
      effectiveAccountPolicy: 'own_password',
      reportedAt: expect.any(String),
      lastLeaseAt: expect.any(String),
    });
  });

  test('counts deliveries that wait, and those that wait for staff, for each server', async () => {
    const { serverId } = await created();
    const [queued] = await queueItems(portal, 7);
    const states = ['pending', 'leased', 'awaiting_character', 'dead', 'unknown', 'applied', 'pending'];
    for (const [index, state] of states.entries())
      await db.execute(sql`
        update deliveries set server_id = ${serverId}, state = ${state}
        where account_id = ${queued?.accountId} and item_id = ${index + 1}`);
    // On hold for a dispute.
    await db.execute(sql`
      update deliveries set available_at = 'infinity' where account_id = ${queued?.accountId} and item_id = 7`);
    expect(await find(serverId)).toMatchObject({ waitingDeliveries: 5, undecidedDeliveries: 2 });
    expect((await find(1))?.undecidedDeliveries).toBe(0);
  });
});

describe('a server', () => {
  test('is created and audited', async () => {
    const server = await created({
      name: ' West ',
      position: 4,
      isListed: false,
      accountPolicy: 'own_password',
    });
    expect(server).toMatchObject({
      name: 'West',
      position: 4,
      isListed: false,
      accountPolicy: 'own_password',
    });
    expect(await auditOf(portal, 'game_server.create', server.serverId)).toMatchObject([
      { staffId: owner.id, after: { name: 'West', slug: server.slug, isListed: false } },
    ]);
  });

  test.each<[string, object]>([
    ['without a name', { name: ' ' }],
    ['with a long name', { name: 'x'.repeat(61) }],
    ['with capitals in its short name', { slug: 'North' }],
    ['with two hyphens in its short name', { slug: 'a--b' }],
    ['with a long short name', { slug: 'x'.repeat(41) }],
    ['with a position that is none', { position: 1.5 }],
    ['with a negative position', { position: -1 }],
    ['with an unknown policy', { accountPolicy: 'no_password' }],
    ['with a character that no database stores', { name: 'a\u0000b' }],
  ])('is refused %s', async (_, body) => {
    const response = await create(body);
    expect([response.statusCode, response.json().fields]).toEqual([400, expect.any(Object)]);
  });

  test('has a short name of its own, also under eight parallel requests', async () => {
    const slug = nameOf();
    const responses = await Promise.all(Array.from({ length: 8 }, () => create({ slug })));
    expect(statusesOf(responses)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const refused = responses.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: 'conflict',
      fields: { slug: 'Another server has this short name.' },
    });
    expect((await update(await created(), { slug })).json().fields).toEqual({
      slug: 'Another server has this short name.',
    });
  });

  test('is renamed, hidden and moved; the audit log has what changed', async () => {
    const server = await created({ position: 3 });
    const saved = (await update(server, { name: 'South', isListed: false, position: 9 })).json();
    expect(saved).toMatchObject({ name: 'South', isListed: false, position: 9, revision: 2 });
    expect(await auditOf(portal, 'game_server.update', server.serverId)).toMatchObject([
      {
        before: { name: 'North', isListed: true, position: 3 },
        after: { name: 'South', isListed: false, position: 9 },
      },
    ]);
    // Nothing changes, so nothing is recorded.
    expect((await update(saved, { isListed: false, position: 9 })).json()).toEqual(saved);
    expect(await auditOf(portal, 'game_server.update', server.serverId)).toHaveLength(1);
  });

  test('is not overwritten by an editor who read an older version', async () => {
    const server = await created();
    const saved = (await update(server, { name: 'South' })).json();
    const late = await update(server, { name: 'East' });
    expect([late.statusCode, late.json().current]).toEqual([409, saved]);
  });

  test('is changed by one of eight parallel editors', async () => {
    const server = await created();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(server, { name: `South ${index}` })),
    );
    expect(statusesOf(responses)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  test('that does not exist is not found', async () => {
    const server = { ...(await created()), serverId: 999_999 };
    const responses = [
      await update(server, {}),
      await onAccess('GET', '999999/access'),
      await onAccess('POST', '999999/tokens', { label: 'x' }),
      await onAccess('POST', '999999/addresses', { address: '192.0.2.1' }),
      await onAccess('POST', '999999/addresses/remove', { address: '192.0.2.1' }),
      await onAccess('DELETE', '999999/tokens/00000000'),
    ];
    expect(statusesOf(responses)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test('stays listed if it is the only one, also when two owners hide the last two at once', async () => {
    await db.execute(sql`update game_servers set is_listed = id = 1`);
    const second = await created();
    const first = await find(1);
    const other = await createOwner(portal);
    const hide = ({ serverId, name, slug }: AdminGameServer, by: string) =>
      portal.call('PUT', `/admin/game/servers/${serverId}`, {
        token: by,
        body: { name, slug, isListed: false },
      });
    if (!first) throw new Error('There is no first server.');
    const responses = await Promise.all([hide(first, token), hide(second, other.token)]);
    expect(statusesOf(responses)).toEqual([200, 400]);
    expect(responses.find(({ statusCode }) => statusCode === 400)?.json().fields).toEqual({
      isListed: 'This is the only listed server. List another one first.',
    });
    await db.execute(sql`update game_servers set is_listed = true where id = 1`);
  });
});

describe('tokens', () => {
  test('are shown once, open their server only, and are revoked immediately', async () => {
    const { serverId } = await created();
    const made = (await onAccess('POST', `${serverId}/tokens`, { label: ' North ' })).json();
    expect(made).toMatchObject({
      label: 'North',
      revokedAt: null,
      tokenId: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    await onAccess('POST', `${serverId}/addresses`, { address: '127.0.0.1' });
    const report = () => portal.bridge('PUT', 'status', { body: BRIDGE_STATUS, token: made.token });
    expect((await report()).json()).toMatchObject({ serverId });
    const { tokens } = (await onAccess('GET', `${serverId}/access`)).json();
    expect(tokens).toMatchObject([{ tokenId: made.tokenId, label: 'North' }]);
    expect(JSON.stringify(tokens)).not.toContain(made.token);
    // Another server's token isn't this one's to revoke.
    expect((await onAccess('DELETE', `1/tokens/${made.tokenId}`)).statusCode).toBe(404);
    expect((await onAccess('DELETE', `${serverId}/tokens/${made.tokenId}`)).statusCode).toBe(204);
    expect((await report()).statusCode).toBe(401);
    expect((await onAccess('DELETE', `${serverId}/tokens/${made.tokenId}`)).statusCode).toBe(404);
    expect((await onAccess('GET', `${serverId}/access`)).json().tokens).toMatchObject([
      { tokenId: made.tokenId, revokedAt: expect.any(String) },
    ]);
    const entries = [
      ...(await auditOf(portal, 'bridge_token.create', serverId)),
      ...(await auditOf(portal, 'bridge_token.revoke', serverId)),
    ];
    expect(entries).toMatchObject([
      { after: { tokenId: made.tokenId, label: 'North' } },
      { before: { tokenId: made.tokenId, label: 'North' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(made.token);
  });

  test('are revoked once by eight parallel requests', async () => {
    const { serverId } = await created();
    const { tokenId } = (await onAccess('POST', `${serverId}/tokens`, { label: 'North' })).json();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => onAccess('DELETE', `${serverId}/tokens/${tokenId}`)),
    );
    expect(statusesOf(responses)).toEqual([204, ...Array.from({ length: 7 }, () => 404)]);
    expect(await auditOf(portal, 'bridge_token.revoke', serverId)).toHaveLength(1);
  });

  test.each([{}, { label: '' }, { label: ' ' }, { label: 'x'.repeat(61) }, { label: 'a\u0000' }])(
    'need a label: %j is refused',
    async (body) => {
      expect((await onAccess('POST', '1/tokens', body)).statusCode).toBe(400);
    },
  );

  test.each(['1', 'zzzzzzzz', '123456789', "'; drop"])(
    'an id that is none is not found: %s',
    async (tokenId) => {
      expect((await onAccess('DELETE', `1/tokens/${encodeURIComponent(tokenId)}`)).statusCode).toBe(404);
    },
  );
});

describe('addresses', () => {
  test('are allowed once for one server, however they are written, and removed', async () => {
    const { serverId } = await created();
    const add = (address: string) => onAccess('POST', `${serverId}/addresses`, { address });
    await Promise.all(Array.from({ length: 8 }, () => add('::ffff:198.51.100.9')));
    const added = await add('198.51.100.9');
    expect(addressesIn(added)).toEqual(['198.51.100.9']);
    expect(addressesIn(await add('2001:DB8:0::7'))).toEqual(['198.51.100.9', '2001:db8::7']);
    expect(addressesIn(await onAccess('GET', '1/access'))).not.toContain('198.51.100.9');
    expect(await auditOf(portal, 'bridge_address.add', serverId)).toHaveLength(2);
    const remove = () => onAccess('POST', `${serverId}/addresses/remove`, { address: '::ffff:198.51.100.9' });
    const removed = await Promise.all(Array.from({ length: 8 }, remove));
    expect(new Set(statusesOf(removed))).toEqual(new Set([200]));
    expect(addressesIn(await remove())).toEqual(['2001:db8::7']);
    expect(await auditOf(portal, 'bridge_address.remove', serverId)).toMatchObject([
      { before: { address: '198.51.100.9' } },
    ]);
  });

  test.each(['', 'game.example.com', '10.0.0.0/8', 'fe80::1%eth0', '1.2.3'])(
    'are refused when invalid: %s',
    async (address) => {
      for (const path of ['1/addresses', '1/addresses/remove']) {
        const response = await onAccess('POST', path, { address });
        expect([response.statusCode, response.json().fields]).toEqual([400, { address: expect.any(String) }]);
      }
    },
  );
});
