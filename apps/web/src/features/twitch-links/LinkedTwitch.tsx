import { CircleStop, Unlink2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLoaded } from '#api/use-loaded.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button } from '#ui/Button.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { loadLink } from './load-link.ts';
import { StopStreamingDialog } from './StopStreamingDialog.tsx';
import { STREAMER_STATUS, type StreamerState } from './streamer-status.ts';
import { StreamerOptIn } from './StreamerOptIn.tsx';
import { UnlinkDialog } from './UnlinkDialog.tsx';

type LinkedTwitchProps = {
  onUnlinked: (message: string) => void;
  onStopped: (message: string) => void;
};

/** The linked Twitch account, its streamer status and the buttons to stop streaming and to unlink. */
export function LinkedTwitch({ onUnlinked, onStopped }: LinkedTwitchProps) {
  // Unlinking must work even when the link's details can't be loaded.
  const { content, refresh } = useLoaded(loadLink, '');
  const { twitch: isSwitchedOn } = useSite().features;
  const [asked, setAsked] = useState<'stop' | 'unlink'>();
  const unlinkButton = useRef<HTMLButtonElement>(null);
  const link = content.status === 'loaded' ? content.value : null;
  const isStreamer = isSwitchedOn && link !== null && mayStop(link.streamer);
  // Stopping removes the button that had focus.
  useFocusAfterLoss(isStreamer, () => unlinkButton.current);
  const close = () => setAsked(undefined);
  return (
    <>
      {link && <p>Linked with {link.displayName} on Twitch.</p>}
      {isSwitchedOn && link && link.streamer !== 'none' && <p>{STREAMER_STATUS[link.streamer]}</p>}
      {isSwitchedOn && link && <StreamerOptIn streamer={link.streamer} look="row" />}
      {isStreamer && (
        <Button look="row" onClick={() => setAsked('stop')} aria-haspopup="dialog">
          <CircleStop aria-hidden size={18} /> Stop streaming
        </Button>
      )}
      <Button ref={unlinkButton} look="row" onClick={() => setAsked('unlink')} aria-haspopup="dialog">
        <Unlink2 aria-hidden size={18} /> Unlink Twitch
      </Button>
      {asked === 'unlink' && <UnlinkDialog onUnlinked={onUnlinked} onClose={close} />}
      {asked === 'stop' && (
        <StopStreamingDialog
          onStopped={(message) => {
            refresh();
            onStopped(message);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** A rejected streamer has nothing to stop, and the rejection must outlast a new request. */
function mayStop(streamer: StreamerState): boolean {
  return streamer !== 'none' && streamer !== 'rejected';
}
