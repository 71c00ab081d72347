import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '#features/accounts/accounts.routes.ts';
import { downloadRoutes } from '#features/downloads/downloads.routes.ts';
import { legalRoutes } from '#features/legal/legal.routes.ts';
import { devMailRoutes } from '#features/mail/dev-mail.routes.ts';
import { mediaRoutes } from '#features/media/media.routes.ts';
import { newsRoutes } from '#features/news/news.routes.ts';
import { patchNotesRoutes } from '#features/patch-notes/patch-notes.routes.ts';
import { referralRoutes } from '#features/referrals/referrals.routes.ts';
import type { Route } from '#platform/http/route.ts';
import type { Parts } from './parts.ts';

/** Every feature's routes. */
export function registerRoutes(route: Route, app: FastifyInstance, parts: Parts): void {
  newsRoutes(route, parts);
  patchNotesRoutes(route, parts);
  legalRoutes(route, parts);
  mediaRoutes(app, parts);
  downloadRoutes(app, parts);
  accountRoutes(route, parts);
  referralRoutes(route, parts);
  devMailRoutes(app, parts);
}
