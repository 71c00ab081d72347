import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** A game server, and the account's characters on it. */
export type TargetServer = {
  name: string;
  needsCharacter: boolean;
  characters: { id: string; name: string }[];
};

export async function selectTargetServer(
  db: Db,
  { accountId, serverId }: { accountId: number; serverId: number },
): Promise<TargetServer | undefined> {
  const { rows } = await db.execute<TargetServer>(sql`
    select s.name, coalesce(reported.needs_character, false) as "needsCharacter", (
      select coalesce(json_agg(json_build_object('id', c.character_id, 'name', c.name)), '[]') from characters c
      where c.account_id = ${accountId} and c.server_id = s.id) as characters
    from game_servers s left join game_server_status reported on reported.server_id = s.id
    where s.id = ${serverId}`);
  return rows[0];
}
