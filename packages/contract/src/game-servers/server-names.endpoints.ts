import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { SECTIONS } from '../permissions.ts';

const serverNameSchema = z.object({
  serverId: z.int(),
  name: z.string(),
  /** The one whose item ids are `itemId` of products and rewards. */
  isFirst: z.boolean(),
  isListed: z.boolean(),
});

export const listServerNames = endpoint({
  method: 'GET',
  path: '/admin/game/server-names',
  access: { anyOf: SECTIONS },
  summary: 'Every game server, hidden ones too, in their order.',
  response: z.object({ servers: z.array(serverNameSchema) }),
});

export type ServerName = z.infer<typeof serverNameSchema>;
