import { Radio } from 'lucide-react';
import type { StreamerState } from './counting-words.ts';
import { StartLink } from './StartLink.tsx';

/** The way to earn by streaming, for those who are not on it already. */
export function StreamerOptIn({ streamer }: { streamer: StreamerState }) {
  if (streamer !== 'none' && streamer !== 'needs_new_link') return null;
  return (
    <StartLink as="streamer">
      <Radio aria-hidden size={18} /> {streamer === 'none' ? 'Earn by streaming' : 'Link your channel again'}
    </StartLink>
  );
}
