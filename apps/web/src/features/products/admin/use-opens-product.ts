import { getAdminProduct } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { type PageAction, useOpensAction } from '#features/admin/search/opens-new.ts';
import { useToast } from '#ui/admin/use-toast.ts';

/** Opens the dialog of an action when the list's address asks for it, with the product whose id the list is searched for. */
export function useOpensProduct(action: PageAction, open: (product: AdminProduct) => void): void {
  const toast = useToast();
  const read = async (id: string) => {
    try {
      open(await call(getAdminProduct, { params: { id } }));
    } catch (error) {
      toast(messageOf(error, 'Failed to fetch the product.'), 'error');
    }
  };
  useOpensAction(action, (search) => void read(search));
}
