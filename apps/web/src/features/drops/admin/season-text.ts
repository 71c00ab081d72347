import type { Season } from '@waygate/contract/drops/drops.admin.schemas';

type Named = Pick<Season, 'seasonId' | 'name'>;

/** A season by its number and, once it is known, its name: '2 Winter'. */
export function seasonText(seasonId: number, seasons: Named[]): string {
  const season = seasons.find((known) => known.seasonId === seasonId);
  return season ? `${seasonId} ${season.name}` : String(seasonId);
}
