import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { CategoryList } from '#features/products/admin/CategoryList.tsx';

function AdminProductCategoriesPage() {
  return (
    <AdminSection section="products" title="Product categories">
      <CategoryList />
    </AdminSection>
  );
}

export const route = adminPage('productCategories', AdminProductCategoriesPage);
