import { useState } from 'react';
import { Badge } from '#ui/admin/Badge.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';

/** When something ends, and whether it has. */
export function EndTime({ value }: { value: string }) {
  const [now] = useState(Date.now);
  return (
    <>
      <LocalTime value={value} /> {Date.parse(value) <= now && <Badge>Ended</Badge>}
    </>
  );
}
