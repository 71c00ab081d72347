import { useQueryClient } from '@tanstack/react-query';
import type { PaletteOption } from './palette-options.ts';

const KEY = ['recently-found'];
const MOST = 5;

/**
 * The records that were opened last, the last one first. They stay in the query cache of the session, which ends with it,
 * so that no name outlives the rights to see it.
 */
export function useRecent(): { recent: PaletteOption[]; keep: (option: PaletteOption) => void } {
  const client = useQueryClient();
  const recent = client.getQueryData<PaletteOption[]>(KEY) ?? [];
  return {
    recent,
    keep: (option) => {
      if (!option.hit) return;
      client.setQueryDefaults(KEY, { gcTime: Infinity });
      client.setQueryData(KEY, [option, ...recent.filter(({ key }) => key !== option.key)].slice(0, MOST));
    },
  };
}
