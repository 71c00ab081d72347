import * as z from 'zod/mini';
import type { GameAdapter } from '#adapter.ts';
import type { PresetConfig } from '#preset.ts';
import { createRagnarokAdapter, type RagnarokGame } from '#presets/ragnarok/ragnarok-adapter.ts';
import { ragnarokFields } from '#presets/ragnarok/ragnarok-options.ts';
import { createHerculesMailbox } from './hercules-mailbox.ts';

export const optionsSchema = z.strictObject({
  ...ragnarokFields,
  /** `account`: without a character, mail goes to the account's tab; `character`: all mail needs one. */
  mailbox: z._default(z.enum(['account', 'character']), 'account'),
});

const MAIL_COLUMNS = (
  'sender_name sender_id receiver_name receiver_id receiver_accountid title body zeny type is_read sender_read ' +
  'send_date expire_date weight'
).split(' ');

export async function createAdapter(
  config: PresetConfig,
  test: Pick<RagnarokGame, 'onStep'> = {},
): Promise<GameAdapter> {
  const options = optionsSchema.parse(config.options);
  return createRagnarokAdapter(config, {
    name: 'hercules',
    mailbox: createHerculesMailbox(options),
    needsCharacter: options.mailbox === 'character',
    canExpire: true,
    mailTables: [
      {
        table: 'rodex_mail',
        columns: ['mail_id', ...MAIL_COLUMNS],
        inserts: MAIL_COLUMNS,
        rights: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      },
      {
        table: 'rodex_items',
        columns: ['mail_id', 'nameid', 'amount', 'identify', 'expire_time'],
        rights: ['SELECT', 'INSERT', 'DELETE'],
      },
    ],
    options,
    ...test,
  });
}
