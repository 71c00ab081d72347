import { AdminSection } from '#features/admin/frame/AdminSection.tsx';
import { adminPage } from '#features/admin/frame/admin-page.ts';
import { GameServerList } from '#features/game-servers/admin/GameServerList.tsx';

function AdminServersPage() {
  return (
    <AdminSection section="gameServers">
      <GameServerList />
    </AdminSection>
  );
}

export const route = adminPage('gameServers', AdminServersPage);
