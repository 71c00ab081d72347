import { StartLink } from './StartLink.tsx';
import type { StreamerState } from './streamer-status.ts';

type StreamerOptInProps = { streamer: StreamerState; look?: 'row' | undefined };

/** The button to earn by streaming, unless it's already requested. */
export function StreamerOptIn({ streamer, look }: StreamerOptInProps) {
  if (streamer === 'none') return <StartLink as="streamer" look={look} />;
  return (
    streamer === 'needs_new_link' && <StartLink as="streamer" look={look} label="Link your channel again" />
  );
}
