import * as z from 'zod/mini';
import type { GameAdapter } from '#adapter.ts';
import type { PresetConfig } from '#preset.ts';
import { createRagnarokAdapter, type RagnarokGame } from '#presets/ragnarok/ragnarok-adapter.ts';
import { ragnarokFields } from '#presets/ragnarok/ragnarok-options.ts';
import { createRathenaMailbox } from './rathena-mailbox.ts';

export const optionsSchema = z.strictObject({
  ...ragnarokFields,
  /** As `mail_return_days` of the char server; 0: mails stay. */
  mailReturnDays: z._default(z.int().check(z.minimum(0), z.maximum(3_650)), 15),
});

export async function createAdapter(
  config: PresetConfig,
  test: Pick<RagnarokGame, 'onStep'> = {},
): Promise<GameAdapter> {
  const options = optionsSchema.parse(config.options);
  return createRagnarokAdapter(config, {
    name: 'rathena',
    mailbox: createRathenaMailbox(options),
    needsCharacter: true,
    canExpire: false,
    mailTables: [
      {
        table: 'mail',
        columns: 'id send_name send_id dest_name dest_id title message time status zeny type'.split(' '),
        inserts: 'send_name send_id dest_name dest_id title message time status zeny type'.split(' '),
        rights: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      },
      {
        table: 'mail_attachments',
        columns: ['id', 'index', 'nameid', 'amount', 'identify'],
        rights: ['SELECT', 'INSERT', 'DELETE'],
      },
    ],
    options,
    ...test,
  });
}
