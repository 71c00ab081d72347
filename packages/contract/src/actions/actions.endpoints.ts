import * as z from 'zod/mini';
import { messageSchema } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../text.ts';
import { accountActionSchema, itemGrantSchema } from './actions.schemas.ts';

export const performAction = endpoint({
  method: 'POST',
  path: '/admin/action',
  access: { section: 'actions' },
  sudo: true,
  summary: 'Grant a pack to an account, or allow an address of the game bridge.',
  body: accountActionSchema,
  response: messageSchema,
});

export const grantItem = endpoint({
  method: 'POST',
  path: '/admin/users/:id/items',
  access: { section: 'actions' },
  sudo: true,
  summary:
    "Send a player an item. It counts against the budget of items. A repeated request with the same requestId sends nothing more. On a server whose deliveries need a character, it goes to the account's only one or waits until the player chooses.",
  limit: { by: 'account', points: 60, windowSeconds: 60 },
  params: z.object({ id: idParam }),
  body: itemGrantSchema,
  response: z.object({ deliveryId: z.int() }),
});
