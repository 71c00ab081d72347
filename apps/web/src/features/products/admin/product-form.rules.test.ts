import { describe, expect, it, test } from 'vitest';
import { mergeForms } from '#features/admin/records/merge-forms.ts';
import { saysSame } from '#features/admin/records/use-form.ts';
import { ADMIN_PRODUCT } from '#test/admin-products.ts';
import {
  emptyGrant,
  emptyProductForm,
  findProductFault,
  PRODUCT_MERGES,
  productBodyOf,
  type ProductForm,
  productFormOf,
} from './product-form.rules.ts';

const FORM = productFormOf(ADMIN_PRODUCT);
const body = (changes: Partial<ProductForm>) => productBodyOf({ ...FORM, ...changes });
const faultsOf = (changes: Partial<ProductForm>) => findProductFault(body(changes))?.fields ?? {};

describe('the form of a product', () => {
  it('sends back what it was made of', () => {
    const sent: Record<string, unknown> = body({});
    expect(ADMIN_PRODUCT).toMatchObject(sent);
    const unsent = Object.keys(ADMIN_PRODUCT).filter((name) => !(name in sent));
    expect(unsent.toSorted()).toEqual([
      'category',
      'createdAt',
      'descriptionHtml',
      'productId',
      'revision',
      'updatedAt',
    ]);
    expect(findProductFault(body({}))).toBeUndefined();
  });

  it('reads euro with a point or a comma, and blanks as none', () => {
    expect(body({ price: ' 9,90 ', newPrice: '7.5', stock: ' ', accountLimit: '2' })).toMatchObject({
      price: 9.9,
      newPrice: 7.5,
      stock: null,
      accountLimit: 2,
    });
    expect(body({ newPrice: '', newName: '  ', saleEndDate: '' })).toMatchObject({
      newPrice: null,
      newName: null,
      saleEndDate: null,
    });
  });

  it('leaves out the item id of what is no item', () => {
    const grants = [
      { ...emptyGrant(), kind: 'club_days' as const, itemId: '7001', quantity: '30', label: 'x' },
    ];
    expect(body({ grants })).toMatchObject({ grants: [{ kind: 'club_days', quantity: 30, itemId: null }] });
  });

  it('knows a form that says the same, wherever its lines came from', () => {
    expect(saysSame(FORM, productFormOf(ADMIN_PRODUCT), productBodyOf)).toBe(true);
    expect(saysSame(FORM, { ...FORM, price: '4,99' }, productBodyOf)).toBe(true);
    expect(saysSame(FORM, { ...FORM, stock: '11' }, productBodyOf)).toBe(false);
  });

  it('takes over the stock as it is by now, with the difference that was entered here', () => {
    const stockOf = (mine: string, now: number | null) => {
      const theirs = productFormOf({ ...ADMIN_PRODUCT, stock: now });
      return mergeForms({ read: FORM, mine: { ...FORM, stock: mine }, theirs }, PRODUCT_MERGES).stock;
    };
    expect(stockOf(FORM.stock, 7)).toBe('7');
    expect(stockOf('15', 7)).toBe('12');
    expect(stockOf('2', 7)).toBe('0');
    expect(stockOf('', 7)).toBe('');
    expect(stockOf(FORM.stock, null)).toBe('');
    expect(stockOf('15', null)).toBe('15');
  });
});

test.each<[string, Partial<ProductForm>, string[]]>([
  ['no name', { name: ' ' }, ['name']],
  ['no price', { price: '' }, ['price']],
  ['a price in words', { price: 'five' }, ['price']],
  ['a price of too many decimals', { price: '4.999' }, ['price']],
  ['a price below half a euro', { price: '0.49' }, ['price']],
  ['half a stock', { stock: '1.5' }, ['stock']],
  ['a limit of none', { accountLimit: '0' }, ['accountLimit']],
  ['nothing to give', { grants: [] }, ['grants']],
  ['an empty line', { grants: [emptyGrant()] }, ['grants.0.label', 'grants.0.itemId']],
])('a form with %s is wrong there', (_, changes, names) => {
  expect(Object.keys(faultsOf(changes)).toSorted()).toEqual(names.toSorted());
});

test('a new form says how many fields are to be filled', () => {
  expect(findProductFault(productBodyOf(emptyProductForm()))?.message).toBe('4 fields need your attention.');
});
