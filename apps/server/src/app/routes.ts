import type { FastifyInstance } from 'fastify';
import { accountSecurityAdminRoutes } from '#features/account-security/admin/account-security.admin.routes.ts';
import { accountSecurityRoutes } from '#features/account-security/account-security.routes.ts';
import { accountAdminRoutes } from '#features/accounts/admin/accounts.admin.routes.ts';
import { accountRoutes } from '#features/accounts/accounts.routes.ts';
import { actionAdminRoutes } from '#features/actions/admin/actions.admin.routes.ts';
import { adminSearchRoutes } from '#features/admin-search/admin-search.routes.ts';
import { alertAdminRoutes } from '#features/alerts/admin/alerts.admin.routes.ts';
import { auditAdminRoutes } from '#features/audit/admin/audit.admin.routes.ts';
import { createRevokeInGames, createUsePortalPassword } from '#features/game-accounts/game-accounts.ts';
import { gameAccountRoutes } from '#features/game-accounts/game-accounts.routes.ts';
import { gameAccountAdminRoutes } from '#features/game-accounts/admin/game-accounts.admin.routes.ts';
import { selectReceiptsWanted, updateGameAccountDeliveriesDue } from '#features/deliveries/deliveries.ts';
import { benefitAdminRoutes } from '#features/benefits/admin/benefits.admin.routes.ts';
import { budgetAdminRoutes } from '#features/budgets/admin/budgets.admin.routes.ts';
import { coinAdminRoutes } from '#features/coins/admin/coins.admin.routes.ts';
import { coinRoutes } from '#features/coins/coins.routes.ts';
import { deliveryAdminRoutes } from '#features/deliveries/admin/deliveries.admin.routes.ts';
import { deliveryRoutes } from '#features/deliveries/deliveries.routes.ts';
import { gameServerAdminRoutes } from '#features/game-servers/admin/game-servers.admin.routes.ts';
import { gameServerRoutes } from '#features/game-servers/game-servers.routes.ts';
import { gameAdminRoutes } from '#features/deliveries/admin/game.admin.routes.ts';
import { healthAdminRoutes } from '#features/doctor/admin/health.admin.routes.ts';
import { dropAdminRoutes } from '#features/drops/admin/drops.admin.routes.ts';
import { homeAdminRoutes } from '#features/home/admin/home.admin.routes.ts';
import { homeRoutes } from '#features/home/home.routes.ts';
import { liveDropRoutes } from '#features/drops/public/live-drops.routes.ts';
import { dropRoutes } from '#features/drops/drops.routes.ts';
import { downloadRoutes } from '#features/downloads/downloads.routes.ts';
import { serverNameRoutes } from '#features/game-servers/server-names.routes.ts';
import { legalRoutes } from '#features/legal/legal.routes.ts';
import { devMailRoutes } from '#features/mail/dev-mail.routes.ts';
import { mediaAdminRoutes } from '#features/media/admin/media.admin.routes.ts';
import { mediaRoutes } from '#features/media/media.routes.ts';
import { pictureLibraryRoutes } from '#features/picture-library/admin/picture-library.admin.routes.ts';
import { newsAdminRoutes } from '#features/news/admin/news.admin.routes.ts';
import { newsRoutes } from '#features/news/news.routes.ts';
import { orderAdminRoutes } from '#features/orders/admin/orders.admin.routes.ts';
import { orderRoutes } from '#features/orders/orders.routes.ts';
import { webhookRoutes } from '#features/orders/payments/webhook.routes.ts';
import { patchNotesAdminRoutes } from '#features/patch-notes/admin/patch-notes.admin.routes.ts';
import { patchNotesRoutes } from '#features/patch-notes/patch-notes.routes.ts';
import { playerAdminRoutes } from '#features/players/admin/players.admin.routes.ts';
import { passkeyRoutes } from '#features/account-security/passkeys/passkeys.routes.ts';
import { privacyAdminRoutes } from '#features/privacy/admin/privacy.admin.routes.ts';
import { privacyRoutes } from '#features/privacy/privacy.routes.ts';
import { productAdminRoutes } from '#features/products/admin/products.admin.routes.ts';
import { productRoutes } from '#features/products/products.routes.ts';
import { referralRoutes } from '#features/referrals/referrals.routes.ts';
import { bulkAdminRoutes } from '#features/bulk/admin/bulk.admin.routes.ts';
import { redeliveryAdminRoutes } from '#features/redeliveries/admin/redeliveries.admin.routes.ts';
import { roleAdminRoutes } from '#features/roles/admin/roles.admin.routes.ts';
import { todayRoutes } from '#features/today/today.routes.ts';
import { searchRoutes } from '#features/search/search.routes.ts';
import { twitchRewardRoutes } from '#features/twitch-rewards/admin/twitch-rewards.admin.routes.ts';
import { statisticsRoutes } from '#features/statistics/admin/statistics.admin.routes.ts';
import { profileRoutes } from '#features/profile/profile.routes.ts';
import { sessionRoutes } from '#features/sessions/sessions.routes.ts';
import { twitchLinkRoutes } from '#features/twitch-links/twitch-links.routes.ts';
import type { ReadGate } from '#platform/db/paging/read-gate.ts';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Route } from '#platform/http/route.ts';
import { createFileHashes } from '#platform/storage/file-hashes.ts';
import { ALERT_CONDITIONS } from './alert-conditions.ts';
import { findEnvFiles } from './env-files.ts';
import type { Parts } from './parts.ts';

type RouteParts = Parts & {
  readGate: ReadGate;
  readList: ReadList;
  readTraced: ReadTraced;
  exportList: ExportList;
};

/** Every feature's routes. */
export function registerRoutes(route: Route, app: FastifyInstance, given: RouteParts): void {
  const parts = { ...given, ...passwordsInGames(given), hashFile: createFileHashes(given.storage) };
  newsRoutes(route, parts);
  patchNotesRoutes(route, parts);
  searchRoutes(route, parts);
  newsAdminRoutes(route, parts);
  patchNotesAdminRoutes(route, parts);
  twitchRewardRoutes(route, parts);
  legalRoutes(route, parts);
  mediaRoutes(app, parts);
  mediaAdminRoutes(route, parts);
  pictureLibraryRoutes(route, parts);
  downloadRoutes(app, parts);
  sessionRoutes(route, parts);
  accountRoutes(route, parts);
  passkeyRoutes(route, parts);
  accountSecurityRoutes(route, parts);
  accountSecurityAdminRoutes(route, parts);
  profileRoutes(route, parts);
  privacyRoutes(route, parts);
  privacyAdminRoutes(route, parts);
  accountAdminRoutes(route, parts);
  auditAdminRoutes(route, parts);
  roleAdminRoutes(route, parts);
  budgetAdminRoutes(route, app, parts);
  alertAdminRoutes(route, parts, ALERT_CONDITIONS);
  healthAdminRoutes(route, parts, doctorInput());
  referralRoutes(route, parts);
  gameAccountRoutes(route, parts, updateGameAccountDeliveriesDue);
  gameAccountAdminRoutes(route, parts);
  productRoutes(route, parts);
  productAdminRoutes(route, parts);
  orderRoutes(route, parts);
  orderAdminRoutes(route, parts);
  webhookRoutes(app, parts);
  coinRoutes(route, parts);
  coinAdminRoutes(route, parts);
  gameServerRoutes(route, parts, selectReceiptsWanted);
  gameServerAdminRoutes(route, parts);
  deliveryRoutes(route, parts);
  deliveryAdminRoutes(route, parts);
  statisticsRoutes(route, parts);
  todayRoutes(route, parts, ALERT_CONDITIONS);
  adminSearchRoutes(route, parts);
  playerAdminRoutes(route, parts);
  twitchLinkRoutes(route, app, parts);
  dropRoutes(route, parts);
  liveDropRoutes(route, parts);
  dropAdminRoutes(route, parts);
  homeRoutes(route, parts);
  homeAdminRoutes(route, parts);
  devMailRoutes(app, parts);
  benefitAdminRoutes(route, parts);
  actionAdminRoutes(route, parts);
  gameAdminRoutes(route, parts);
  serverNameRoutes(route, parts);
  redeliveryAdminRoutes(route, parts);
  bulkAdminRoutes(route, parts);
}

/** What keeps the portal's password in games equal, and ends a stolen one there. */
function passwordsInGames(given: Parts) {
  return {
    usePortalPassword: createUsePortalPassword({ ...given, ...given.credentials }),
    revokeInGames: createRevokeInGames(given),
  };
}

/** What the doctor looks at for owners. */
function doctorInput() {
  return { environment: process.env, envFiles: findEnvFiles(), alertConditions: ALERT_CONDITIONS };
}
