import type { MariadbDatabase } from '#test/open-mariadb-database.ts';

/** A mail command as the game reads it. */
export type MailCommand = {
  guid: string;
  subject: string;
  text: string;
  items: { id: string; count: number }[];
};

const LEGAL = /^\.send items (\d+) "([^"'\\|]+)" "([^"'\\|]+)" ((?:\d+:\d+ ?)+)$/;
const MAX_STACKS = 12;

/** Undefined for what has not the syntax of the command. */
export function parseMailCommand(command: string): MailCommand | undefined {
  const match = LEGAL.exec(command);
  if (!match) return undefined;
  const [, guid = '', subject = '', text = '', list = ''] = match;
  const items = list.split(' ').map((item) => {
    const [id = '', count] = item.split(':');
    return { id, count: Number(count) };
  });
  return { guid, subject, text, items };
}

/** In the order of the real command: the receiver, then the items. */
export async function findRefusal(
  { guid, items }: MailCommand,
  { characters, world }: { characters: MariadbDatabase; world: MariadbDatabase },
): Promise<string | undefined> {
  const found = await characters.rows(`select 1 from characters where guid = ${guid}`);
  if (found.length === 0) return `Character with GUID '${guid}' does not exist.`;
  let stacks = 0;
  for (const { id, count } of items) {
    const [template] = await world.rows<{ stackable: number; maxcount: number }>(
      `select stackable, maxcount from item_template where entry = ${id}`,
    );
    if (!template) return `Invalid item id: ${id}`;
    if (template.maxcount > 0 && count > template.maxcount)
      return `Invalid item count (${count}) for item ${id}`;
    stacks += Math.ceil(count / template.stackable);
  }
  return stacks > MAX_STACKS ? `Mail can't have more ${MAX_STACKS} item stacks` : undefined;
}

/** Mail and items in one transaction, which the game runs on another thread. */
export async function commitMail(
  characters: MariadbDatabase,
  id: number,
  { guid, subject, text, items }: MailCommand,
): Promise<void> {
  const attachments = items.map(
    (item) =>
      `insert into item_instance (itemEntry, owner_guid, count) values (${item.id}, ${guid}, ${item.count});
       insert into mail_items values (${id}, last_insert_id(), ${guid});`,
  );
  await characters.run(`start transaction;
    insert into mail (id, stationery, sender, receiver, subject, body, has_items, expire_time, deliver_time)
    values (${id}, 61, ${guid}, ${guid}, '${subject}', '${text}', 1, unix_timestamp() + 2592000, unix_timestamp());
    ${attachments.join('\n')} commit;`);
}
