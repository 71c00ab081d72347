import type { HitOf, SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { describe, expect, it } from 'vitest';
import type { StoredSession } from '#api/session.ts';
import { actionsOf } from './hit-actions.ts';

const OWNER: StoredSession = { accessToken: 'token-1', accountDBID: 1, webMgt: 1, privilege: 32 };
const staffWith = (webMgt: number): StoredSession => ({ ...OWNER, webMgt, privilege: 0 });

const { users, orders, actions, products, news } = SECTION_PRIMES;

const ORDER: HitOf<'order'> = {
  kind: 'order',
  orderId: 165,
  productName: 'Pouch of Coins',
  state: 'paid',
  price: 4.99,
  createdAt: '2026-03-01T10:00:00.000Z',
  accountDBID: 8,
  userName: 'Gwendolyn',
};
const CHARACTER: HitOf<'character'> = {
  kind: 'character',
  characterId: '3',
  name: 'Kara',
  level: 60,
  class: 'Mender',
  serverId: 1,
  serverName: 'Game server',
  accountDBID: 8,
  userName: 'Gwendolyn',
};
const PRODUCT: HitOf<'product'> = {
  kind: 'product',
  productId: 7,
  name: 'Lantern',
  price: 4.99,
  isListed: true,
};
const ARTICLE: HitOf<'article'> = {
  kind: 'article',
  articleId: 3,
  title: 'Lanternfall',
  status: 'published',
  isShown: true,
};

const offered = (session: StoredSession, hit: SearchHit) =>
  actionsOf(session, hit).map(({ letter, label, to, copied }) => `${letter} ${label} ${to ?? copied}`);
const letters = (session: StoredSession, hit: SearchHit) =>
  actionsOf(session, hit)
    .map(({ letter }) => letter)
    .join('');

describe('what can be done with an order', () => {
  it('is refunding it, retrying its deliveries, opening its player and copying its number', () => {
    expect(offered(OWNER, ORDER)).toEqual([
      'R Refund… /admin/orders/165?open=refund',
      'D Retry failed deliveries… /admin/orders/165?open=retry',
      "P Open Gwendolyn's page /admin/users/8",
      'C Copy the number 165',
    ]);
    expect(letters(staffWith(orders), ORDER)).toBe('RDC');
  });

  it.each([
    ['review', 'RDPC'],
    ['partially_refunded', 'RDPC'],
    ['refunded', 'DPC'],
    ['disputed', 'DPC'],
    ['pending', 'PC'],
    ['cancelled', 'PC'],
  ] as const)('depends on its state: %s', (state, expected) => {
    expect(letters(OWNER, { ...ORDER, state })).toBe(expected);
  });

  it("gives nothing to the viewer's own account, unless an owner does", () => {
    expect(letters(staffWith(orders), { ...ORDER, accountDBID: 1 })).toBe('C');
    expect(letters(OWNER, { ...ORDER, accountDBID: 1 })).toBe('RDPC');
  });
});

describe('what can be done with other records', () => {
  it("is with a character what can be done with its player, for those who open players' pages", () => {
    expect(offered(OWNER, CHARACTER)[4]).toBe('B Ban… /admin/users/8?open=ban');
    expect(letters(OWNER, CHARACTER)).toBe('GICRB');
    expect(letters(staffWith(users * actions), { ...CHARACTER, accountDBID: 1 })).toBe('R');
    expect(letters(staffWith(SECTION_PRIMES.gameCharacters), CHARACTER)).toBe('');
  });

  it('is with a product editing it, hiding it, its orders and deleting it', () => {
    expect(offered(OWNER, PRODUCT)).toEqual([
      'E Edit… /admin/products?search=7&open=edit',
      'H Hide from players… /admin/products?search=7&open=hide',
      'O Show its orders /admin/orders?product=7',
      'D Delete… /admin/products?search=7&open=delete',
    ]);
    expect(letters(staffWith(products), { ...PRODUCT, isListed: false })).toBe('ED');
  });

  it('is with a text its preview, its revisions, and its page while visitors see it', () => {
    expect(offered(staffWith(news), ARTICLE)).toEqual([
      'V View on the site /news/3',
      'P Preview… /admin/news/3?open=preview',
      'R Compare revisions… /admin/news/3?open=revisions',
    ]);
    expect(letters(OWNER, { ...ARTICLE, isShown: false })).toBe('PR');
    expect(
      offered(OWNER, {
        kind: 'patchNote',
        patchNoteId: 4,
        title: 'Faster',
        version: '1.2.0',
        status: 'published',
        isShown: true,
      })[0],
    ).toBe('V View on the site /patch-notes/4');
  });
});
