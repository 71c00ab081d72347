import { useState } from 'react';
import { useToday } from '#features/admin/use-today.ts';

/** The moment that the page shows: that of the last answer, by the server's clock, and the browser's until there is one. */
export function useMoment(): Date {
  const [opened] = useState(() => new Date());
  const { data } = useToday();
  return data ? new Date(data.at) : opened;
}
