import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery } from '../lists.ts';
import { alertIncidentListSchema, alertOverviewSchema } from './alerts.schemas.ts';

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
  summary: 'Alerts that are over, newest first.',
  query: z.object({ page, pageSize }),
  response: alertIncidentListSchema,
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
