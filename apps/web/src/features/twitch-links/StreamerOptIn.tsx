import { StartLink } from './StartLink.tsx';
import type { StreamerState } from './streamer-status.ts';

/** The button to earn by streaming, unless it's already requested. */
export function StreamerOptIn({ streamer }: { streamer: StreamerState }) {
  if (streamer === 'none') return <StartLink as="streamer" />;
  return streamer === 'needs_new_link' && <StartLink as="streamer" label="Link your channel again" />;
}
