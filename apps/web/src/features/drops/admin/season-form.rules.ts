import type { Season } from '@waygate/contract/drops/drops.admin.schemas';

/** A season as its form holds it. Times are ISO 8601, '' for none. */
export type SeasonForm = { name: string; startsAt: string; endsAt: string };

export const BLANK_SEASON: SeasonForm = { name: '', startsAt: '', endsAt: '' };

export function seasonFormOf({ name, startsAt, endsAt }: Season): SeasonForm {
  return { name, startsAt, endsAt: endsAt ?? '' };
}

/** The request body. */
export function seasonTextOf({ name, startsAt, endsAt }: SeasonForm) {
  return { name: name.trim(), startsAt, endsAt: endsAt || null };
}
