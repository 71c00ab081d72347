import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { ProductList } from '#features/products/admin/ProductList.tsx';

function AdminProductsPage() {
  return (
    <AdminSection section="products">
      <ProductList />
    </AdminSection>
  );
}

export const route = adminPage('products', AdminProductsPage);
