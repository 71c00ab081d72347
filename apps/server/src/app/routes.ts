import type { FastifyInstance } from 'fastify';
import { accountAdminRoutes } from '#features/accounts/accounts.admin.routes.ts';
import { accountRoutes } from '#features/accounts/accounts.routes.ts';
import { deliveryAdminRoutes } from '#features/deliveries/deliveries.admin.routes.ts';
import { deliveryRoutes } from '#features/deliveries/deliveries.routes.ts';
import { downloadRoutes } from '#features/downloads/downloads.routes.ts';
import { legalRoutes } from '#features/legal/legal.routes.ts';
import { devMailRoutes } from '#features/mail/dev-mail.routes.ts';
import { mediaAdminRoutes } from '#features/media/media.admin.routes.ts';
import { mediaRoutes } from '#features/media/media.routes.ts';
import { newsAdminRoutes } from '#features/news/news.admin.routes.ts';
import { newsRoutes } from '#features/news/news.routes.ts';
import { orderAdminRoutes } from '#features/orders/orders.admin.routes.ts';
import { orderRoutes } from '#features/orders/orders.routes.ts';
import { webhookRoutes } from '#features/orders/webhook.routes.ts';
import { patchNotesAdminRoutes } from '#features/patch-notes/patch-notes.admin.routes.ts';
import { patchNotesRoutes } from '#features/patch-notes/patch-notes.routes.ts';
import { productAdminRoutes } from '#features/products/products.admin.routes.ts';
import { productRoutes } from '#features/products/products.routes.ts';
import { referralRoutes } from '#features/referrals/referrals.routes.ts';
import { sandboxRoutes } from '#features/sandbox/sandbox.routes.ts';
import { twitchRewardRoutes } from '#features/twitch-rewards/twitch-rewards.routes.ts';
import type { Route } from '#platform/http/route.ts';
import type { Parts } from './parts.ts';

/** Every feature's routes. */
export function registerRoutes(route: Route, app: FastifyInstance, parts: Parts): void {
  newsRoutes(route, parts);
  patchNotesRoutes(route, parts);
  newsAdminRoutes(route, parts);
  patchNotesAdminRoutes(route, parts);
  twitchRewardRoutes(route, parts);
  legalRoutes(route, parts);
  mediaRoutes(app, parts);
  mediaAdminRoutes(route, parts);
  downloadRoutes(app, parts);
  accountRoutes(route, parts);
  accountAdminRoutes(route, parts);
  referralRoutes(route, parts);
  productRoutes(route, parts);
  productAdminRoutes(route, parts);
  orderRoutes(route, parts);
  orderAdminRoutes(route, parts);
  webhookRoutes(app, parts);
  sandboxRoutes(app, parts);
  deliveryRoutes(route, parts);
  deliveryAdminRoutes(route, parts);
  devMailRoutes(app, parts);
}
