import type { Product } from '@waygate/contract/products/products.schemas';
import { BookOpen, Cpu, Gem, Gift, Package, PackageOpen, Shirt, Store } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { PRODUCT } from '#test/products.ts';
import {
  findFeatured,
  groupByCategory,
  isOnOffer,
  limitText,
  ownershipOf,
  stockText,
} from './catalogue.rules.ts';
import { findCategoryIcon } from './category-icons.ts';
import { grantText } from '@waygate/contract/products/grant-text';
import { discountPercent, formatEuro, startingPrice } from './price-text.ts';
import { findTimeLeft, roughTimeLeft } from '#features/shop/sale/sale-countdown.rules.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');

const product = (change: Partial<Product>): Product => ({ ...PRODUCT, ...change });

describe('a sale', () => {
  it.each([
    ['is hidden once its end is reached', true, '2026-11-20T12:00:00Z', false],
    ['is shown until its end', true, '2026-11-20T12:00:01Z', true],
    ['without an end is kept', true, null, true],
  ])('%s', (_, isSale, saleEndDate, isShown) => {
    expect(isOnOffer(product({ isSale, saleEndDate }), NOON)).toBe(isShown);
  });

  it('that is off keeps a gift whatever its end date', () => {
    expect(isOnOffer(product({ isSale: false, saleEndDate: '2020-01-01T00:00:00Z' }), NOON)).toBe(true);
  });

  it('counts down in days, hours, minutes and seconds until its end', () => {
    expect(findTimeLeft(NOON + 93_784_000, NOON)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(findTimeLeft(NOON + 1, NOON)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
    expect(findTimeLeft(NOON, NOON)).toBeUndefined();
    expect(findTimeLeft(Number.NaN, NOON)).toBeUndefined();
  });

  it('changes its text for screen readers rarely', () => {
    const said = Array.from({ length: 3 * 86_400 - 1 }, (_, second) =>
      findTimeLeft(NOON + (second + 1) * 1000, NOON),
    )
      .filter((left) => left !== undefined)
      .map(roughTimeLeft);
    expect(new Set(said).size).toBe(28);
    expect(said[0]).toBe('Sale ends in less than a minute');
    expect(said.at(-1)).toBe('Sale ends in less than 3 days');
  });
});

describe('categories', () => {
  it('keep the order of the list and take their description from the first gift; the default is General', () => {
    const groups = groupByCategory([
      product({ productId: 1, category: 'Coins', categoryDescHtml: '<p>First</p>', categoryIcon: 'coins' }),
      product({ productId: 2, category: '' }),
      product({ productId: 3, category: 'Coins', categoryDescHtml: '<p>Second</p>' }),
    ]);
    expect(groups.map(({ name, products }) => [name, products.map(({ productId }) => productId)])).toEqual([
      ['Coins', [1, 3]],
      ['General', [2]],
    ]);
    expect(groups[0]).toMatchObject({ descriptionHtml: '<p>First</p>', icon: 'coins' });
  });

  it.each([
    ['Home ELECTRONICS', Cpu],
    ['Clothing & Capes', Shirt],
    ['Old books', BookOpen],
    ['General', Store],
    ['Merchandise', Gift],
    ['Founder Packages', PackageOpen],
    ['Whatever else', Package],
  ])('%s have the icon that matches their name', (name, icon) => {
    expect(findCategoryIcon(name, '')).toBe(icon);
  });

  it('have the icon that staff chose when no icon matches their name', () => {
    expect(findCategoryIcon('Astrum', 'gem')).toBe(Gem);
    expect(findCategoryIcon('Clothing', 'gem')).toBe(Shirt);
    expect(findCategoryIcon('Astrum', 'constructor')).toBe(Package);
  });
});

describe('a card', () => {
  it.each([
    [null, ''],
    [11, ''],
    [10, 'Only 10 left'],
    [1, 'Only 1 left'],
    [0, 'Sold out'],
  ])('with a stock of %s says "%s"', (stock, text) => {
    expect(stockText(product({ stock }))).toBe(text);
  });

  it('shows a discount only when the new price is lower', () => {
    expect(discountPercent(product({ price: 9.99, newPrice: 7.99 }))).toBe(20);
    expect(discountPercent(product({ price: 9.99, newPrice: 12 }))).toBe(0);
    expect(discountPercent(product({ price: 9.99, newPrice: null }))).toBe(0);
  });

  it('lists its contents', () => {
    const texts = [
      grantText({ kind: 'premium_coins', quantity: 1200, label: 'Agaia Coins' }),
      grantText({ kind: 'item', quantity: 1, label: 'Ember Cape' }),
      grantText({ kind: 'item', quantity: 3, label: 'Ember Draught' }),
      grantText({ kind: 'club_days', quantity: 30, label: 'the club' }),
      grantText({ kind: 'founder_package', quantity: 1, label: 'Founder Package' }),
    ];
    expect(texts).toEqual([
      `${(1200).toLocaleString()} Agaia Coins`,
      'Ember Cape',
      '3 × Ember Draught',
      '30 days of the club',
      'Founder Package',
    ]);
  });
});

describe('a price', () => {
  it.each([
    ['en-US', '€4.99'],
    ['en-AU', '€\u00a04.99'],
    ['de-CH', '€\u00a04.99'],
    ['de-DE', '4,99\u00a0€'],
  ])('has a euro sign in %s', (locale, text) => {
    expect(formatEuro(4.99, locale)).toBe(text);
  });

  it('begins somewhere only where another one is higher', () => {
    expect(startingPrice([6.99, 2.49], 'en-GB')).toBe('from €2.49');
    expect(startingPrice([2.49, 2.49], 'en-GB')).toBe('€2.49');
  });
});

describe('the featured offer', () => {
  const plain = product({ productId: 1, price: 99 });
  const open = product({ productId: 2, isSale: true, price: 5 });
  const dear = product({ productId: 3, isSale: true, price: 9, newPrice: 7 });
  const late = product({ productId: 4, isSale: true, saleEndDate: '2026-11-29T00:00:00Z' });
  const soon = product({ productId: 5, isSale: true, saleEndDate: '2026-11-24T00:00:00Z' });

  it('is the sale that ends soonest, else the dearest on sale, else none', () => {
    expect(findFeatured([plain, dear, late, soon])).toBe(soon);
    expect(findFeatured([open, dear, plain])).toBe(dear);
    expect(findFeatured([plain])).toBeUndefined();
  });

  it('is nothing that cannot be bought, unless the operator chose it', () => {
    const gone = product({ ...soon, productId: 6, stock: 0 });
    expect(findFeatured([gone, late])).toBe(late);
    expect(findFeatured([gone, late], 6)).toBe(gone);
    expect(findFeatured([plain, late], 1)).toBe(plain);
    expect(findFeatured([plain, late], 404)).toBe(late);
  });
});

describe('what a player has bought', () => {
  const cape = [{ kind: 'item' as const, quantity: 1, itemId: 7, serverItems: [], label: 'Cape' }];

  it.each([
    ['a single item is owned', { grants: cape }, 1, 'owned'],
    ['coins are used up', {}, 3, 'none'],
    ['a limited product is spent at its limit', { grants: cape, accountLimit: 2 }, 2, 'spent'],
    ['nothing is owned that was not bought', { grants: cape }, 0, 'none'],
  ])('%s', (_, change, bought, ownership) => {
    expect(ownershipOf(product(change), bought)).toBe(ownership);
  });

  it('counts against the limit', () => {
    expect(limitText(product({ accountLimit: 2 }), 0)).toBe('2 per account');
    expect(limitText(product({ accountLimit: 2 }), 1)).toBe('1 of 2 bought');
    expect(limitText(product({}), 1)).toBe('');
  });
});
