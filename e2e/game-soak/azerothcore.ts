// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { createAzerothcoreDatabases } from '../../apps/game-bridge/src/presets/azerothcore/tests/game-tables.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { canSignIn } from '../../apps/game-bridge/src/presets/azerothcore/tests/srp6-sign-in.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import * as worldservers from '../../apps/game-bridge/src/presets/azerothcore/tests/worldserver.ts';
import { type Game, ITEM_IDS_FROM, type Thing } from './game.ts';

const FIRST_ACCOUNT = 100;
const FIRST_CHARACTER = 1000;
/** One mail in four meets one of these. */
const TROUBLES: worldservers.Behaviour[] = [
  'late',
  'late',
  'silent',
  'cut',
  'drops',
  'hangs',
  'sleeps',
  'confused',
  'repeats',
  'too_late',
  'never',
  'dies',
  'dies_after',
  'refuses',
];
const TROUBLE_SHARE = 0.25;

/** @param itemCount how many items its own table of items has */
export async function openAzerothcore(
  port: number,
  { itemCount, random }: { itemCount: number; random: () => number },
): Promise<Game> {
  const { characters, auth, world } = await createAzerothcoreDatabases(port);
  await world.run(
    `insert into item_template select seq, 20, 0 from seq_${ITEM_IDS_FROM}_to_${ITEM_IDS_FROM + itemCount}`,
  );
  const worldserver = await worldservers.startWorldserver(characters, world);
  const behaviours = new Map<string, worldservers.Behaviour[]>();
  worldserver.behave((subject) => {
    const isTrouble = random() < TROUBLE_SHARE;
    const behaviour = (isTrouble ? TROUBLES[Math.floor(random() * TROUBLES.length)] : undefined) ?? 'commits';
    behaviours.set(subject, [...(behaviours.get(subject) ?? []), behaviour]);
    return behaviour;
  });
  worldserver.delays.deadMs = 100;
  worldserver.delays.lateMs = 100;
  const soap = `http://${worldservers.SOAP_USER}:${encodeURIComponent(worldservers.SOAP_PASSWORD)}@127.0.0.1:${worldserver.port}/`;
  return {
    name: 'azerothcore',
    configuration: [
      'game: azerothcore',
      `database: ${characters.url()}`,
      `accountDatabase: ${auth.url()}`,
      `worldDatabase: ${world.url()}`,
      `soap: ${soap}`,
      'mailWaitSeconds: 0.3',
      'soapTimeoutSeconds: 0.3',
    ].join('\n'),
    isAtMostOnce: true,
    recipients: async (accountIds) => {
      const rows = accountIds.map((_, place) => ({
        account: { id: String(FIRST_ACCOUNT + place), login: `OLD${place}` },
        characterId: String(FIRST_CHARACTER + place),
        id: String(FIRST_CHARACTER + place),
      }));
      for (const { account, characterId } of rows) {
        await auth.run(
          `insert into account (id, username, salt, verifier) values (${account.id}, '${account.login}', 'a', 'b')`,
        );
        await characters.run(
          `insert into characters (guid, account, name) values (${characterId}, ${account.id}, 'Old${characterId}')`,
        );
      }
      return rows;
    },
    inbox: async () => {
      const rows = await characters.rows<Record<keyof Thing, unknown>>(`
        select m.receiver as recipient, i.itemEntry as itemId, sum(i.count) as quantity
        from mail m join mail_items a on a.mail_id = m.id join item_instance i on i.guid = a.item_guid
        group by m.id, m.receiver, i.itemEntry`);
      return rows.map(({ recipient, itemId, quantity }) => ({
        recipient: String(recipient),
        itemId: Number(itemId),
        quantity: Number(quantity),
      }));
    },
    receipts: () => characters.rows('select idempotency_key as `key`, state from waygate_receipts'),
    // What was begun and never found is unknown: the portal's states are held against the mails.
    halfDone: async () => [],
    canSignIn: async (login, password) => {
      const rows = await auth.rows<{ salt: Buffer; verifier: Buffer }>(
        `select salt, verifier from account where username = '${login.toUpperCase()}'`,
      );
      const [stored] = rows;
      return rows.length === 1 && stored !== undefined && canSignIn(stored, { login, password });
    },
    isLocked: async (login) => {
      const rows = await auth.rows(
        `select 1 from account a join account_banned b on b.id = a.id and b.active = 1
         where a.username = '${login.toUpperCase()}' and (b.unbandate = b.bandate or b.unbandate > unix_timestamp())`,
      );
      return rows.length > 0;
    },
    // A refused command ran nothing, so it may be sent again.
    faults: () =>
      [...behaviours]
        .filter(([, seen]) => seen.filter((behaviour) => behaviour !== 'refuses').length > 1)
        .map(([subject, seen]) => `${subject} was sent ${seen.length} times: ${seen.join(', ')}`),
    stop: () => worldserver.stop(),
  };
}
