import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import { DEFAULT_CATEGORY } from '@waygate/contract/products/default-category';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { grantText } from '@waygate/contract/products/grant-text';
import { serverItemsText } from '#features/game-servers/server-items.rules.ts';
import type { GrantForm, ProductForm } from './product-form.rules.ts';
import { storefrontLabel } from './product-labels.ts';

/** The product fields shown in a conflict. */
export function comparedFields(
  categories: AdminCategory[],
  servers: ServerName[],
): ConflictField<ProductForm>[] {
  const nameOf = (id: string) =>
    categories.find(({ categoryId }) => String(categoryId) === id)?.name ?? DEFAULT_CATEGORY;
  return [
    { label: 'Storefront', value: ({ storefront }) => storefrontLabel(storefront) },
    { label: 'Category', value: ({ categoryId }) => nameOf(categoryId) },
    { label: 'Name', value: ({ name }) => name },
    { label: 'New name', value: ({ newName }) => newName || 'None' },
    { label: 'Description', value: ({ description }) => description },
    { label: 'Price', value: ({ price }) => price },
    { label: 'New price', value: ({ newPrice }) => newPrice || 'None' },
    { label: 'On sale', value: ({ isSale }) => yesNo(isSale) },
    { label: 'Sale ends', value: ({ saleEndDate }) => saleEndDate || 'Without end' },
    { label: 'Picture', value: ({ isCustomIcon }) => isCustomIcon || "The product's own" },
    { label: 'Stock', value: ({ stock }) => stock || 'Unlimited' },
    { label: 'Limit per account', value: ({ accountLimit }) => accountLimit || 'None' },
    { label: 'Place', value: ({ position }) => position },
    { label: 'Listed', value: ({ isListed }) => yesNo(isListed) },
    {
      label: 'Contents',
      value: (form) => form.grants.map((grant) => describeLine(grant, servers)).join('\n'),
    },
  ];
}

function describeLine(grant: GrantForm, servers: ServerName[]): string {
  const text = grantText({ ...grant, quantity: Number(grant.quantity) });
  if (grant.kind !== 'item') return text;
  const ids = [grant.itemId && `item ${grant.itemId}`, serverItemsText(grant.serverItems, servers)];
  return `${text} (${ids.filter(Boolean).join(', ')})`;
}

function yesNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}
