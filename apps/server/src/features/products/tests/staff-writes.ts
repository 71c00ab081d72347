import { uniqueName } from '#test/account-journeys.ts';
import { ofCreated, onRecord, type StaffWriteCase, withBody } from '#test/staff-writes.ts';

const product = {
  storefront: 'shop',
  name: 'Lantern chest',
  price: 4.99,
  grants: [{ kind: 'premium_coins', quantity: 500, label: '500 coins' }],
};

export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('createProduct', 'creates a product', () => withBody(product)),
  onRecord('updateProduct', 'updates a product', ofCreated('products', 'productId', product, { price: 7 })),
  onRecord('deleteProduct', 'deletes a product', ofCreated('products', 'productId', product)),
  onRecord('createCategory', 'creates a category', () => withBody({ name: uniqueName() })),
  onRecord('updateCategory', 'updates a category', ofCategory({ icon: 'star' })),
  onRecord('deleteCategory', 'deletes a category', ofCategory()),
];

function ofCategory(changes?: object) {
  return ofCreated('product-categories', 'categoryId', { name: uniqueName() }, changes);
}
