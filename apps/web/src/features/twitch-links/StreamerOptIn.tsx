import { StartLink } from './StartLink.tsx';
import type { StreamerState } from './streamer-status.ts';

/** The way to earn by streaming, for those who are not on it already. */
export function StreamerOptIn({ streamer }: { streamer: StreamerState }) {
  if (streamer === 'none') return <StartLink as="streamer" />;
  return streamer === 'needs_new_link' && <StartLink as="streamer" label="Link your channel again" />;
}
