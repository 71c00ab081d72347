import type { Season } from '@waygate/contract/drops/drops.admin.schemas';

/** A season as its form holds it. Times are ISO 8601, '' for none. */
export type SeasonForm = { name: string; startsAt: string; endsAt: string; claimUntil: string };

export const BLANK_SEASON: SeasonForm = { name: '', startsAt: '', endsAt: '', claimUntil: '' };

const CLAIM_MS = 7 * 86_400_000;

/** Blank for the default claim period, which then follows the end. */
export function seasonFormOf({ name, startsAt, endsAt, claimUntil }: Season): SeasonForm {
  const isDefault =
    endsAt === null || claimUntil === null || Date.parse(claimUntil) - Date.parse(endsAt) === CLAIM_MS;
  return { name, startsAt, endsAt: endsAt ?? '', claimUntil: isDefault ? '' : claimUntil };
}

/** The request body. */
export function seasonTextOf({ name, startsAt, endsAt, claimUntil }: SeasonForm) {
  return { name: name.trim(), startsAt, endsAt: endsAt || null, claimUntil: claimUntil || null };
}
