import { endpoint } from '../endpoint.ts';
import { SECTIONS } from '../permissions.ts';
import { todaySchema } from './today.schemas.ts';

export const getToday = endpoint({
  method: 'GET',
  path: '/admin/today',
  access: { anyOf: SECTIONS },
  summary: "What waits for staff, as far as it belongs to the viewer's sections.",
  response: todaySchema,
});
