import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { SwitchedOff } from '#features/admin/frame/SwitchedOff.tsx';
import { ProductList } from '#features/products/admin/ProductList.tsx';

function AdminProductsPage() {
  return (
    <AdminSection section="products">
      <SwitchedOff part="shop" />
      <ProductList />
    </AdminSection>
  );
}

export const route = adminPage('products', AdminProductsPage);
