import { stillPage } from '#features/page/page-route.tsx';

function ProfilePage() {
  return <h1>ProfilePage</h1>;
}

export const route = stillPage({
  meta: () => ({ title: 'ProfilePage', description: '' }),
  Page: ProfilePage,
});
