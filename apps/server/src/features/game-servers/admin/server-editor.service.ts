import type {
  AdminGameServer,
  GameServerInput,
} from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import { updateHashingTrusted } from '#features/game-servers/status.queries.ts';
import { presentAdminGameServer } from './game-servers.admin.presenter.ts';
import {
  insertGameServer,
  lockGameServers,
  selectAdminGameServers,
  updateGameServerRow,
} from './game-servers.admin.queries.ts';

/** @throws what `asStaff` throws; conflict for a short name that is taken */
export async function createServer(
  db: Database,
  staff: Staff,
  input: GameServerInput,
): Promise<AdminGameServer> {
  const created = asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const id = await insertGameServer(tx, wantedOf(input));
    const shown = await getServer(tx, id);
    return audited({ kind: 'game_server.create', target: id, after: wantedOf(shown) }, shown);
  });
  return created.catch(refuseTakenSlug);
}

/** @throws what `asStaff` throws; notFound; editConflict; conflict for a short name that is taken; invalid */
export async function updateServer(
  db: Database,
  staff: Staff,
  { id, input }: { id: number; input: GameServerInput },
): Promise<AdminGameServer> {
  const updated = asStaff(db, staff, { section: 'owner' }, async ({ tx }) => {
    const others = (await lockGameServers(tx)).filter((server) => server.id !== id);
    const shown = await getServer(tx, id);
    if (input.revision !== undefined && input.revision !== shown.revision) throw editConflict(shown);
    if (!input.isListed && !others.some(({ isListed }) => isListed)) throw lastListed();
    const changes = changedFields(wantedOf(shown), wantedOf(input));
    if (Object.keys(changes.after).length === 0) return unchanged(shown);
    await updateGameServerRow(tx, id, wantedOf(input));
    if (input.accountPolicy !== shown.accountPolicy) await updateHashingTrusted(tx, id);
    return audited({ kind: 'game_server.update', target: id, ...changes }, await getServer(tx, id));
  });
  return updated.catch(refuseTakenSlug);
}

async function getServer(tx: Transaction, id: number): Promise<AdminGameServer> {
  const [row] = await selectAdminGameServers(tx, id);
  if (!row) throw notFound('There is no such game server.');
  return presentAdminGameServer(row);
}

/** The fields that owners write and the audit log records. */
function wantedOf({
  name,
  slug,
  isListed,
  position,
  accountPolicy,
}: Pick<AdminGameServer, 'name' | 'slug' | 'isListed' | 'position' | 'accountPolicy'>) {
  return { name: name.trim(), slug, isListed, position, accountPolicy };
}

function lastListed() {
  const message = 'This is the only listed server. List another one first.';
  return invalid(message, { isListed: message });
}

function refuseTakenSlug(error: unknown): never {
  if (violatedUniqueKey(error) !== 'game_servers_slug_key') throw error;
  const message = 'Another server has this short name.';
  throw conflict(message, { slug: message });
}
