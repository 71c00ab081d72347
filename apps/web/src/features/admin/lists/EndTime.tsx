import { useState } from 'react';
import { Badge } from '#ui/admin/Badge.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';

/** When something ends, and whether it has. */
export function EndTime({ value }: { value: string }) {
  const [now] = useState(Date.now);
  return (
    <>
      <ShortTime value={value} /> {Date.parse(value) <= now && <Badge>Ended</Badge>}
    </>
  );
}
