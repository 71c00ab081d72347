import type { Season } from '@waygate/contract/drops/drops.admin.schemas';

type Named = Pick<Season, 'seasonId' | 'name'>;

/** A season's label for staff: 'Winter (2)', or its number alone when the name is unknown. */
export function seasonText(seasonId: number, seasons: readonly Named[] = []): string {
  const season = seasons.find((known) => known.seasonId === seasonId);
  return season ? `${season.name} (${seasonId})` : String(seasonId);
}
