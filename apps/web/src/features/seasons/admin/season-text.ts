import type { Season } from '@waygate/contract/drops/drops.admin.schemas';

type Named = Pick<Season, 'seasonId' | 'name'>;

/** How a season is named to staff: 'Winter (2)', or its number alone where that is all that is known. */
export function seasonText(seasonId: number, seasons: readonly Named[] = []): string {
  const season = seasons.find((known) => known.seasonId === seasonId);
  return season ? `${season.name} (${seasonId})` : String(seasonId);
}
