import { createHash } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { openMariadbDatabase } from '../../apps/game-bridge/src/test/open-mariadb-database.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { createRagnarokTables } from '../../apps/game-bridge/src/test/ragnarok-tables.ts';
import type { Game, Thing } from './game.ts';

type Kind = { preset: 'rathena' | 'hercules'; engine: 'InnoDB' | 'MyISAM'; passwords: 'plain' | 'md5' };

const FIRST_ACCOUNT = 2_000_500;
const FIRST_CHARACTER = 160_000;

export async function openRagnarok(port: number, { preset, engine, passwords }: Kind): Promise<Game> {
  const database = await openMariadbDatabase(port);
  await createRagnarokTables(database, preset, { mails: engine, items: engine, others: engine });
  const [inbox, hidden] =
    preset === 'rathena'
      ? [
          `select m.dest_id as recipient, a.nameid as itemId, a.amount as quantity from mail m
           left join mail_attachments a on a.id = m.id where m.status < 3`,
          'select id from mail where status = 3',
        ]
      : [
          `select m.receiver_id as recipient, a.nameid as itemId, a.amount as quantity from rodex_mail m
           left join rodex_items a on a.mail_id = m.mail_id where m.expire_date > unix_timestamp()`,
          'select mail_id from rodex_mail where expire_date = 0',
        ];
  return {
    name: preset,
    configuration: `game: ${preset}\ndatabase: ${database.url()}\npasswords: ${passwords}`,
    isAtMostOnce: false,
    recipients: async (accountIds) => {
      const rows = accountIds.map((_, place) => ({
        account: { id: String(FIRST_ACCOUNT + place), login: `old${place}` },
        characterId: String(FIRST_CHARACTER + place),
        id: String(FIRST_CHARACTER + place),
      }));
      for (const { account, characterId } of rows) {
        await database.run(`
          insert into login (account_id, userid, user_pass) values (${account.id}, '${account.login}', '-');
          insert into \`char\` (char_id, account_id, name) values (${characterId}, ${account.id}, 'Old ${characterId}');`);
      }
      return rows;
    },
    inbox: async () =>
      (await database.rows<Record<keyof Thing, unknown>>(inbox)).map(({ recipient, itemId, quantity }) => ({
        recipient: String(recipient),
        itemId: Number(itemId),
        quantity: Number(quantity),
      })),
    receipts: () => database.rows('select idempotency_key as `key`, state from waygate_receipts'),
    halfDone: () =>
      database.rows(
        `select concat_ws(' ', idempotency_key, state, reference) as what from waygate_receipts
         where state in ('begun', 'written') union all ${hidden}`,
      ),
    canSignIn: async (login, password) => {
      const sent = passwords === 'plain' ? password : createHash('md5').update(password).digest('hex');
      const rows = await database.rows<{ user_pass: string }>(
        `select user_pass from login where userid = '${login}'`,
      );
      return rows.length === 1 && rows[0]?.user_pass === sent;
    },
    isLocked: async (login) => {
      const rows = await database.rows(
        `select 1 from login where userid = '${login}' and (state <> 0 or unban_time > unix_timestamp())`,
      );
      return rows.length > 0;
    },
    faults: () => [],
    stop: async () => {},
  };
}
