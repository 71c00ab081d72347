import { SEARCH_KINDS, SEARCH_READERS } from '@waygate/contract/admin-search/admin-search.schemas';
import { SECTIONS } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { selectHits } from '#features/admin-search/admin-search.queries.ts';
import { foundKinds } from '#features/admin-search/admin-search.rules.ts';
import { searchTermsOf } from '#features/admin-search/search-terms.ts';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  registerPlayer,
  usePortal,
} from '#test/account-journeys.ts';
import { createNews, createPatchNote } from '#test/articles.ts';
import { queueOrder } from '#test/bridge.ts';
import { testViewer } from '#test/factories.ts';
import { plansDuring } from '#test/plans.ts';

const portal = await usePortal();
const { parts, app } = portal;
const { db } = parts;
const owner = await createOwner(portal);

type Hit = { kind: string } & Record<string, unknown>;

async function ask(query: Record<string, string>, token = owner.token) {
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ url: '/api/admin/search', query, headers });
}

async function search(query: Record<string, string>, token = owner.token): Promise<Hit[]> {
  const response = await ask(query, token);
  expect([query, response.statusCode]).toEqual([query, 200]);
  return response.json().hits;
}

const kindsOf = (hits: Hit[]) => [...new Set(hits.map(({ kind }) => kind))];

/** One of each kind, all of which begin with 'Gwen'. */
let gwen: { id: number; username: string; email: string };
let orderId: number;
let productId: number;
beforeAll(async () => {
  gwen = await registerPlayer(portal, { username: 'Gwendolyn', email: 'new.gwen@mail.example' });
  ({ orderId } = await queueOrder(portal));
  await db.execute(sql`
    update orders set account_id = ${gwen.id}, payment_intent_id = 'pi_3Qk' where id = ${orderId}`);
  await db.execute(sql`
    insert into characters (account_id, name, level, class) values (${gwen.id}, 'Gwenhild', 60, 'Mender')`);
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into products (storefront, name, price_cents) values ('shop', 'Lance of Gwen', 499) returning id`);
  productId = rows[0]?.id ?? 0;
  await db.execute(sql`
    insert into product_lines (product_id, position, kind, quantity, item_id, label)
    values (${productId}, 1, 'item', 1, 7042, 'Gwen’s lance')`);
  await createNews(db, { title: 'Gwen wins', body: 'x', snippet: '', imageUrl: null, status: 'draft' });
  await createPatchNote(db, {
    title: 'Gwen is faster',
    version: '1.2.0',
    releaseDate: '2026-11-05',
    body: '- x',
    status: 'published',
  });
});

test('an owner finds records of every kind with their names, by kind', async () => {
  const hits = await search({ q: 'gwen' });
  expect(hits).toEqual([
    {
      kind: 'account',
      accountDBID: gwen.id,
      userName: 'Gwendolyn',
      email: 'new.gwen@mail.example',
      isBanned: false,
      isEditable: true,
    },
    {
      kind: 'order',
      orderId,
      accountDBID: gwen.id,
      userName: 'Gwendolyn',
      productName: expect.any(String),
      state: 'paid',
      price: expect.any(Number),
      createdAt: expect.stringMatching(/^2\d{3}-.*Z$/),
    },
    {
      kind: 'character',
      accountDBID: gwen.id,
      userName: 'Gwendolyn',
      serverId: 1,
      serverName: 'Game server',
      characterId: expect.any(String),
      name: 'Gwenhild',
      level: 60,
      class: 'Mender',
    },
    { kind: 'product', productId, name: 'Lance of Gwen', price: 4.99, isListed: true },
    {
      kind: 'article',
      articleId: expect.any(Number),
      title: 'Gwen wins',
      status: 'draft',
      isShown: false,
    },
    {
      kind: 'patchNote',
      patchNoteId: expect.any(Number),
      title: 'Gwen is faster',
      version: '1.2.0',
      status: 'published',
      isShown: true,
    },
  ]);
});

test('records are found by what names them alone', async () => {
  await db.execute(sql`update accounts set last_ip = '2001:db8::7' where id = ${gwen.id}`);
  const found = async (q: string) =>
    (await search({ q })).map(({ kind, ...hit }) => `${kind} ${String(hit.accountDBID ?? hit.productId)}`);
  expect(await found(String(gwen.id))).toContain(`account ${gwen.id}`);
  expect(await found(`#${gwen.id}`)).toContain(`account ${gwen.id}`);
  expect(await found('NEW.gwen@')).toEqual([`account ${gwen.id}`]);
  // All of a network's, which one household has.
  expect(await found('2001:db8::8')).toEqual([`account ${gwen.id}`]);
  expect(await found('pi_3Qk')).toEqual([`order ${gwen.id}`]);
  expect(await search({ q: `#${orderId}`, kind: 'order' })).toMatchObject([{ orderId }]);
  expect(await search({ q: '7042', kind: 'item' })).toEqual([
    { kind: 'item', itemId: 7042, label: 'Gwen’s lance' },
  ]);
  expect(await search({ q: '7042', kind: 'item', server: '2' })).toEqual([]);
});

test('the exact name comes first, and no kind has more than five hits', async () => {
  for (let n = 0; n < 6; n += 1) await registerPlayer(portal, { username: `Tyr${n}` });
  await registerPlayer(portal, { username: 'Tyr' });
  const hits = await search({ q: 'tyr' });
  expect(hits.map(({ userName }) => userName)).toEqual(['Tyr', 'Tyr0', 'Tyr1', 'Tyr2', 'Tyr3']);
});

describe('of a section that they lack, staff', () => {
  test.each(SECTIONS)('with %s alone find nothing', async (section) => {
    const { token } = await createStaff(portal, [section]);
    const expected = SEARCH_KINDS.filter((kind) => SEARCH_READERS[kind].sections.includes(section));
    expect(kindsOf(await search({ q: 'gwen' }, token))).toEqual(expected);
    for (const kind of SEARCH_KINDS) {
      const { sections, pickers } = SEARCH_READERS[kind];
      const mayChoose = [...sections, ...pickers].includes(section);
      const { statusCode } = await ask({ q: 'gwen', kind }, token);
      expect([kind, statusCode]).toEqual([kind, mayChoose ? 200 : 403]);
    }
  });

  test('read nothing', async () => {
    const viewer = testViewer({ accountId: 1, permission: 0, webMgt: 23 });
    const asked = { terms: searchTermsOf('gwen'), viewer, kinds: foundKinds(viewer), hasContacts: false };
    expect(await plansDuring(parts.database, (recorded) => selectHits(recorded, asked))).toEqual([]);
  });

  test('choose an account without its e-mail, which doesn’t find it either, and without its ban', async () => {
    const { token } = await createStaff(portal, ['benefits']);
    const [hit] = await search({ q: 'gwen', kind: 'account' }, token);
    expect(hit).toMatchObject({ userName: 'Gwendolyn', email: null, isBanned: null, isEditable: null });
    expect(await search({ q: 'new.gwen@', kind: 'account' }, token)).toEqual([]);
    expect(await search({ q: '2001:db8::7', kind: 'account' }, token)).toEqual([]);
  });

  test('who are players are refused', async () => {
    const player = await createSignedInPlayer(portal);
    expect((await ask({ q: 'gwen' }, player.token)).statusCode).toBe(403);
  });
});

test('contacts of accounts that the viewer may not edit are masked and find nothing', async () => {
  const { token } = await createStaff(portal, ['users']);
  await db.execute(sql`update accounts set last_ip = '2001:db8:1::9' where id = ${owner.id}`);
  const [hit] = await search({ q: owner.username }, token);
  expect(hit).toMatchObject({ accountDBID: owner.id, email: expect.stringContaining('•••') });
  expect(await search({ q: owner.email }, token)).toEqual([]);
  expect(await search({ q: '2001:db8:1::9' }, token)).toEqual([]);
  expect(await search({ q: owner.email })).toMatchObject([{ accountDBID: owner.id, email: owner.email }]);
});

test('any text is answered: what can’t be searched for with 400, everything else with hits or none', async () => {
  for (const q of [
    "'; drop table accounts;--",
    '"',
    '%',
    '_',
    '\\',
    '%%%',
    '🐉',
    'ß'.repeat(20),
    '#',
    '0',
    '9'.repeat(20),
    '::1',
    '@',
  ])
    expect(await search({ q })).toEqual([]);
  for (const q of ['', '   ', 'a\u0000b', 'x'.repeat(1000), '\n'])
    expect([q, (await ask({ q })).statusCode]).toEqual([q, 400]);
  expect((await ask({ q: 'x', kind: 'password' })).statusCode).toBe(400);
});

test('what is found of players leaves the trace of bulk reading', async () => {
  const { id, token } = await createStaff(portal, ['users']);
  await db.execute(sql`
    insert into rate_limits (key, used, resets_at)
    values (${`rows of search by ${id}`}, 999, now() + interval '1 hour')`);
  await search({ q: 'gwen' }, token);
  const { rows } = await db.execute(sql`
    select kind, target from audit_entries where staff_id = ${id} and kind = 'list.read'`);
  expect(rows).toEqual([{ kind: 'list.read', target: 'search' }]);
});
