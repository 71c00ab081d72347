import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type { Season, SeasonInput } from '@waygate/contract/drops/drops.admin.schemas';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
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

const NO_OVERLAP_CONSTRAINT = 'twitch_seasons_apart';

export async function listSeasons(db: Database): Promise<Season[]> {
  return (await selectSeasons(db)).map(presentSeason);
}

/** @throws what `asStaff` throws; invalid; conflict when another season runs at that time */
export async function createSeason(db: Database, staff: Staff, input: SeasonInput): Promise<Season> {
  const season = seasonOf(input);
  return refuseOverlap(
    asStaff(db, staff, { section: 'twitchDrops' }, async ({ tx }) => {
      const created = await getSeason(tx, await insertSeason(tx, season));
      const { seasonId: target } = created;
      return audited({ kind: 'twitch_season.create', target, after: recorded(season) }, created);
    }),
  );
}

/** @throws what `asStaff` throws; invalid; notFound; editConflict; conflict when another season runs at that time */
export async function updateSeason(
  db: Database,
  staff: Staff,
  { id, input }: { id: number; input: SeasonInput },
): Promise<Season> {
  const season = seasonOf(input);
  return refuseOverlap(
    asStaff(db, staff, { section: 'twitchDrops' }, async ({ tx }) => {
      const before = await selectSeasonLocked(tx, id);
      if (!before) throw notFound('Season not found.');
      if (input.revision !== undefined && input.revision !== before.revision)
        throw editConflict(presentSeason(before));
      const changes = changedFields(recorded(before), recorded(season));
      if (Object.keys(changes.after).length === 0) return unchanged(presentSeason(before));
      await updateSeasonRow(tx, id, season);
      return audited({ kind: 'twitch_season.update', target: id, ...changes }, await getSeason(tx, id));
    }),
  );
}

const CLAIM_DAYS = 7;
const DAY_MS = 86_400_000;

/** No later time can be written with four digits of the year. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function seasonOf(input: SeasonInput): SeasonText {
  const { revision: _, ...season } = input;
  const { startsAt, endsAt, claimUntil } = season;
  if (endsAt !== null && endsAt <= startsAt)
    throw invalid('A season ends after it has begun.', { endsAt: 'A season ends after it has begun.' });
  if (claimUntil !== null && endsAt === null) throw invalidClaimUntil('Please give an end first.');
  if (claimUntil !== null && endsAt !== null && claimUntil < endsAt)
    throw invalidClaimUntil(
      "Claims end with the season or after it. Please give a time that isn't before its end.",
    );
  const afterEnd = endsAt && new Date(Math.min(endsAt.getTime() + CLAIM_DAYS * DAY_MS, LAST_TIME));
  return { ...season, claimUntil: claimUntil ?? afterEnd };
}

function invalidClaimUntil(sentence: string) {
  return invalid(sentence, { claimUntil: sentence });
}

/** The database refuses overlapping seasons, also when two are written at once. */
async function refuseOverlap<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedExclusion(error) !== NO_OVERLAP_CONSTRAINT) throw error;
    const sentence = 'Another season runs at that time. Please end it first.';
    throw conflict(sentence, { startsAt: sentence });
  }
}

async function getSeason(tx: Transaction, id: number): Promise<Season> {
  const row = await selectSeason(tx, id);
  if (!row) throw notFound('Season not found.');
  return presentSeason(row);
}

export function presentSeason(row: ListedSeason): Season {
  const { id: seasonId, isCurrent, rewards, revision } = row;
  return { ...recorded(row), seasonId, isCurrent, rewards, revision };
}

type SeasonText = NewSeason & SeasonRules;

/** The fields that staff write and the audit log records. */
function recorded(season: SeasonText) {
  const { name, startsAt, endsAt, claimUntil, titleWord, minViewers, minTwitchDays } = season;
  const { needsConfirmedEmail, minCharacterLevel, maxAccountsPerAddress } = season;
  return {
    name,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    claimUntil: claimUntil?.toISOString() ?? null,
    titleWord,
    minViewers,
    minTwitchDays,
    needsConfirmedEmail,
    minCharacterLevel,
    maxAccountsPerAddress,
  };
}
