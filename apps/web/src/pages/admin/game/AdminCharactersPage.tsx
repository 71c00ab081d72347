import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { GameCharacterList } from '#features/deliveries/admin/GameCharacterList.tsx';

function AdminCharactersPage() {
  return (
    <AdminSection section="gameCharacters">
      <GameCharacterList />
    </AdminSection>
  );
}

export const route = adminPage('gameCharacters', AdminCharactersPage);
