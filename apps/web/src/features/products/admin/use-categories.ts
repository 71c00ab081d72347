import { useQuery } from '@tanstack/react-query';
import { listCategories } from '@waygate/contract/products/products.admin.endpoints';
import { call } from '#api/call.ts';

/** What is fetched anew after a change of the catalogue. */
export const CATALOGUE_KEYS = [['products'], ['product-categories'], ['audit']];

/** The categories in their order. */
export function useCategories() {
  return useQuery({
    queryKey: ['product-categories'],
    queryFn: async ({ signal }) => (await call(listCategories, {}, { signal })).categories,
  });
}
