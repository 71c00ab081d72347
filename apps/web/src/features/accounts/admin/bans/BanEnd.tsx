import { LocalTime } from '#ui/LocalTime.tsx';

/** How long a ban lasts: 'until' its end, or 'for good' without one. */
export function BanEnd({ at }: { at: string | null }) {
  if (at === null) return 'for good';
  return (
    <>
      until <LocalTime value={at} />
    </>
  );
}
