import { Unlink2 } from 'lucide-react';
import { useState } from 'react';
import { useLoaded } from '#api/use-loaded.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button } from '#ui/Button.tsx';
import { loadLink } from './load-link.ts';
import { STREAMER_STATUS } from './streamer-status.ts';
import { StreamerOptIn } from './StreamerOptIn.tsx';
import { UnlinkDialog } from './UnlinkDialog.tsx';

/** The linked Twitch account, its streamer status and the unlink button. */
export function LinkedTwitch({ onUnlinked }: { onUnlinked: (message: string) => void }) {
  // Unlinking must work even when the link's details can't be loaded.
  const { content } = useLoaded(loadLink, '');
  const { twitch: isSwitchedOn } = useSite().features;
  const [isAsking, setIsAsking] = useState(false);
  const link = content.status === 'loaded' ? content.value : null;
  return (
    <>
      {link && <p>Linked with {link.displayName} on Twitch.</p>}
      {isSwitchedOn && link && link.streamer !== 'none' && <p>{STREAMER_STATUS[link.streamer]}</p>}
      {isSwitchedOn && link && <StreamerOptIn streamer={link.streamer} />}
      <Button look="secondary" onClick={() => setIsAsking(true)} aria-haspopup="dialog">
        <Unlink2 aria-hidden size={18} /> Unlink Twitch
      </Button>
      {isAsking && <UnlinkDialog onUnlinked={onUnlinked} onClose={() => setIsAsking(false)} />}
    </>
  );
}
