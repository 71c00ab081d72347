import { messageSchema } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { accountActionSchema } from './actions.schemas.ts';

export const performAction = endpoint({
  method: 'POST',
  path: '/admin/action',
  access: { section: 'actions' },
  summary: 'Grant a pack to an account, or allow an address of the game bridge.',
  body: accountActionSchema,
  response: messageSchema,
});
