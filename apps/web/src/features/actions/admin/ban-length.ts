/** How long a ban may last without typing its end. */
export const BAN_PRESETS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'permanent', label: 'Permanent' },
] as const;

export type BanPreset = (typeof BAN_PRESETS)[number]['value'];

/** `end` is ISO 8601; '' for none, and for a ban without an end. */
export type BanLength = {
  end: string;
  /** What set the end; '' when it was typed. */
  preset: BanPreset | '';
};

const DAY_MS = 86_400_000;

/** The end after a preset was chosen. */
export function endOf(preset: BanPreset, now: Date): BanLength {
  if (preset === 'permanent') return { preset, end: '' };
  const end = new Date(now.getTime() + Number(preset) * DAY_MS);
  end.setMilliseconds(0);
  return { preset, end: end.toISOString() };
}

/** Whether it says how long the ban lasts. */
export function hasEnd({ end, preset }: BanLength): boolean {
  return end !== '' || preset === 'permanent';
}

export const NO_END = 'Please say when the ban ends.';
