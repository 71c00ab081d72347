import type { Season, SeasonInput } from '@waygate/contract/drops/drops.admin.schemas';
import { requireSection, changedFields, recordAudit, type Staff } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { violatedExclusion } from '#platform/db/database-errors.ts';
import { conflict, editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import {
  insertSeason,
  type ListedSeason,
  type NewSeason,
  selectSeason,
  selectSeasonLocked,
  selectSeasons,
  updateSeasonRow,
} from '#features/drops/seasons.queries.ts';

const APART = 'twitch_seasons_apart';

export async function listSeasons(db: Database): Promise<Season[]> {
  return (await selectSeasons(db)).map(presentSeason);
}

export async function createSeason(db: Database, staff: Staff, input: SeasonInput): Promise<Season> {
  const season = seasonOf(input);
  return apart(() =>
    db.transaction(async (tx) => {
      await requireSection(tx, staff, 'twitchDrops');
      const created = await getSeason(tx, await insertSeason(tx, season));
      const { seasonId: target } = created;
      await recordAudit(tx, staff, { kind: 'twitch_season.create', target, after: written(season) });
      return created;
    }),
  );
}

export async function updateSeason(
  db: Database,
  staff: Staff,
  { id, input }: { id: number; input: SeasonInput },
): Promise<Season> {
  const season = seasonOf(input);
  return apart(() =>
    db.transaction(async (tx) => {
      await requireSection(tx, staff, 'twitchDrops');
      const before = await selectSeasonLocked(tx, id);
      if (!before) throw notFound('Season not found.');
      if (input.revision !== undefined && input.revision !== before.revision)
        throw editConflict(presentSeason(before));
      const changes = changedFields(written(before), written(season));
      if (Object.keys(changes.after).length === 0) return presentSeason(before);
      await updateSeasonRow(tx, id, season);
      await recordAudit(tx, staff, { kind: 'twitch_season.update', target: id, ...changes });
      return getSeason(tx, id);
    }),
  );
}

function seasonOf({ name, startsAt, endsAt }: SeasonInput): NewSeason {
  if (endsAt !== null && endsAt <= startsAt)
    throw invalid('A season ends after it has begun.', { endsAt: 'A season ends after it has begun.' });
  return { name, startsAt, endsAt };
}

/** The database keeps seasons apart, whoever writes two at once. */
async function apart<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedExclusion(error) !== APART) throw error;
    const sentence = 'Another season runs at that time. Please end it first.';
    throw conflict(sentence, { startsAt: sentence });
  }
}

async function getSeason(tx: Transaction, id: number): Promise<Season> {
  const row = await selectSeason(tx, id);
  if (!row) throw notFound('Season not found.');
  return presentSeason(row);
}

function presentSeason(row: ListedSeason): Season {
  const { id: seasonId, isCurrent, rewards, revision } = row;
  const { name, startsAt, endsAt } = written(row);
  return { seasonId, name, startsAt, endsAt, isCurrent, rewards, revision };
}

/** What staff write, and the audit log tells of. */
function written({ name, startsAt, endsAt }: NewSeason) {
  return { name, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
}
