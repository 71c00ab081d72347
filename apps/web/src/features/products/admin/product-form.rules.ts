import { createUuid } from '#api/uuid.ts';
import type { CallInput } from '@waygate/contract/endpoint';
import type { createProduct } from '@waygate/contract/products/products.admin.endpoints';
import { type AdminProduct, productTextSchema } from '@waygate/contract/products/products.admin.schemas';
import type { GrantKind, ProductLine, Storefront } from '@waygate/contract/products/products.schemas';
import { addDifference, type FieldMerges } from '#features/admin/records/merge-forms.ts';
import {
  serverItemsFormOf,
  serverItemsOf,
  type ServerItemsForm,
} from '#features/game-servers/server-items.rules.ts';
import type { Fault } from '#features/admin/records/use-form.ts';

/** One grant of a product, with numbers as typed. */
export type GrantForm = {
  /** Identifies the line when it is moved, and when it comes back after a session has ended. */
  key: string;
  kind: GrantKind;
  quantity: string;
  itemId: string;
  /** Ids of the item on the other game servers, as typed, by server. */
  serverItems: ServerItemsForm;
  label: string;
};

/** A product's form: numbers as typed, times in ISO 8601, '' for none. */
export type ProductForm = {
  storefront: Storefront;
  categoryId: string;
  name: string;
  newName: string;
  description: string;
  price: string;
  newPrice: string;
  isSale: boolean;
  saleEndDate: string;
  isCustomIcon: string;
  stock: string;
  accountLimit: string;
  position: string;
  isListed: boolean;
  grants: GrantForm[];
};

type ProductBody = CallInput<typeof createProduct>['body'];

export function emptyGrant(): GrantForm {
  return { key: createUuid(), kind: 'item', quantity: '1', itemId: '', serverItems: {}, label: '' };
}

export function emptyProductForm(): ProductForm {
  return {
    storefront: 'shop',
    categoryId: '',
    name: '',
    newName: '',
    description: '',
    price: '',
    newPrice: '',
    isSale: false,
    saleEndDate: '',
    isCustomIcon: '',
    stock: '',
    accountLimit: '',
    position: '0',
    isListed: true,
    grants: [emptyGrant()],
  };
}

export function productFormOf(product: AdminProduct): ProductForm {
  return {
    storefront: product.storefront,
    categoryId: textOf(product.categoryId),
    name: product.name,
    newName: product.newName ?? '',
    description: product.description,
    price: product.price.toFixed(2),
    newPrice: product.newPrice?.toFixed(2) ?? '',
    isSale: product.isSale,
    saleEndDate: product.saleEndDate ?? '',
    isCustomIcon: product.isCustomIcon,
    stock: textOf(product.stock),
    accountLimit: textOf(product.accountLimit),
    position: String(product.position),
    isListed: product.isListed,
    grants: product.grants.map((grant) => ({
      ...emptyGrant(),
      kind: grant.kind,
      quantity: String(grant.quantity),
      itemId: textOf(grant.itemId),
      serverItems: serverItemsFormOf(grant.serverItems),
      label: grant.label,
    })),
  };
}

/** Units sold meanwhile stay sold; the stock never goes below zero. */
export const PRODUCT_MERGES: FieldMerges<ProductForm> = {
  stock: (versions) => addDifference(versions).replace(/^-\d+$/, '0'),
};

/** The request body, valid or not. */
export function productBodyOf(form: ProductForm): ProductBody {
  return {
    storefront: form.storefront,
    categoryId: numberOrNull(form.categoryId),
    name: form.name.trim(),
    newName: form.newName.trim() || null,
    description: form.description,
    price: euroIn(form.price),
    newPrice: form.newPrice.trim() === '' ? null : euroIn(form.newPrice),
    isSale: form.isSale,
    saleEndDate: form.saleEndDate || null,
    isCustomIcon: form.isCustomIcon,
    stock: numberOrNull(form.stock),
    accountLimit: numberOrNull(form.accountLimit),
    position: form.position.trim() === '' ? 0 : wholeIn(form.position),
    isListed: form.isListed,
    grants: linesOf(form),
  };
}

/** The grants of the form, as far as they are complete. */
export function linesOf({ grants }: Pick<ProductForm, 'grants'>): ProductLine[] {
  return grants.map(({ kind, quantity, itemId, serverItems, label }) => ({
    kind,
    quantity: wholeIn(quantity),
    itemId: kind === 'item' ? numberOrNull(itemId) : null,
    serverItems: kind === 'item' ? serverItemsOf(serverItems) : [],
    label: label.trim(),
  }));
}

/** The server's validation errors for the form; undefined when it is valid. */
export function findProductFault(body: ProductBody): Fault | undefined {
  const { error } = productTextSchema.safeParse(body);
  if (!error) return undefined;
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[path.join('.')] ??= message;
  const count = Object.keys(fields).length;
  const [first = "This product isn't complete."] = Object.values(fields);
  return { message: count > 1 ? `${count} fields need your attention.` : first, fields };
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : wholeIn(text);
}

/** NaN when it isn't a whole number; the schema then reports it. */
function wholeIn(text: string): number {
  return /^-?\d{1,12}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** With a point or a comma. */
function euroIn(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^-?\d{1,9}(\.\d{0,9})?$/.test(plain) ? Number(plain) : Number.NaN;
}
