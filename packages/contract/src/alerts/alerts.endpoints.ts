import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS, periodQuery } from '../lists.ts';
import { alertIncidentListSchema, alertNameQuery, alertOverviewSchema } from './alerts.schemas.ts';

const access = { section: 'alerts' } as const;
const { page, pageSize } = listQuery(['at']);

export const getAlerts = endpoint({
  method: 'GET',
  path: '/admin/alerts',
  access,
  summary: 'What needs attention now, and what is watched.',
  response: alertOverviewSchema,
});

export const listPastAlerts = endpoint({
  method: 'GET',
  path: '/admin/alerts/past',
  access,
  summary: 'Alerts that are over, newest first: all, those of one kind, or those of a time.',
  query: z.object({ page, pageSize, alert: z.optional(alertNameQuery), ...periodQuery }),
  response: alertIncidentListSchema,
});

export const exportPastAlerts = endpoint({
  method: 'GET',
  path: '/admin/alerts/past/export',
  access,
  summary: 'Alerts that are over as the list finds them, as CSV. One export at a time.',
  query: z.omit(listPastAlerts.query, PAGE_PARTS),
  response: 'csv',
});

export const sendTestAlert = endpoint({
  method: 'POST',
  path: '/admin/alerts/test',
  access: { section: 'owner' },
  limit: { by: 'account', points: 10, windowSeconds: 3600 },
  summary: 'Send a test alert to all owners, and to the webhook.',
  body: z.object({ requestId: z.uuid() }),
  response: 'empty',
});
