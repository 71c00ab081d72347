import type { Season } from '@waygate/contract/drops/drops.admin.schemas';

/** A season as its form holds it: times in ISO 8601 and numbers as typed, '' for none. */
export type SeasonForm = {
  name: string;
  startsAt: string;
  endsAt: string;
  claimUntil: string;
  titleWord: string;
  minViewers: string;
  minTwitchDays: string;
  needsConfirmedEmail: boolean;
  minCharacterLevel: string;
  maxAccountsPerAddress: string;
};

export const BLANK_SEASON: SeasonForm = {
  name: '',
  startsAt: '',
  endsAt: '',
  claimUntil: '',
  titleWord: '',
  minViewers: '',
  minTwitchDays: '',
  needsConfirmedEmail: false,
  minCharacterLevel: '',
  maxAccountsPerAddress: '',
};

const CLAIM_MS = 7 * 86_400_000;

/** Blank for the default claim period, which then follows the end. */
export function seasonFormOf(season: Season): SeasonForm {
  const { name, startsAt, endsAt, claimUntil, titleWord, needsConfirmedEmail } = season;
  const isDefault =
    endsAt === null || claimUntil === null || Date.parse(claimUntil) - Date.parse(endsAt) === CLAIM_MS;
  return {
    name,
    startsAt,
    endsAt: endsAt ?? '',
    claimUntil: isDefault ? '' : claimUntil,
    titleWord,
    minViewers: textOf(season.minViewers),
    minTwitchDays: textOf(season.minTwitchDays),
    needsConfirmedEmail,
    minCharacterLevel: textOf(season.minCharacterLevel),
    maxAccountsPerAddress: textOf(season.maxAccountsPerAddress),
  };
}

/** The request body. */
export function seasonTextOf(form: SeasonForm) {
  return {
    ...form,
    name: form.name.trim(),
    endsAt: form.endsAt || null,
    claimUntil: form.claimUntil || null,
    titleWord: form.titleWord.trim(),
    minViewers: numberOf(form.minViewers),
    minTwitchDays: numberOf(form.minTwitchDays),
    minCharacterLevel: numberOf(form.minCharacterLevel),
    maxAccountsPerAddress: numberOf(form.maxAccountsPerAddress),
  };
}

function textOf(number: number | null): string {
  return number === null ? '' : String(number);
}

/** The server refuses 0, and so what isn't a number. */
function numberOf(text: string): number | null {
  const digits = text.trim();
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
}
