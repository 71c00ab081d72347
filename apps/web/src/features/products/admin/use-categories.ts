import { useQuery } from '@tanstack/react-query';
import { listCategories } from '@waygate/contract/products/products.admin.endpoints';
import { call } from '#api/call.ts';

/** Queries to refetch after the catalogue changed. */
export const CATALOGUE_KEYS = [['products'], ['product-categories'], ['audit']];

/** The categories in their order. */
export function useCategories() {
  return useQuery({
    queryKey: ['product-categories'],
    queryFn: async ({ signal }) => (await call(listCategories, {}, { signal })).categories,
  });
}
