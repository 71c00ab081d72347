import { Link2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSite } from '#features/site/SiteContext.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTemporaryText } from '#ui/timers/use-timers.ts';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { StartLink } from './StartLink.tsx';
import { LinkedTwitch } from './LinkedTwitch.tsx';
import styles from './TwitchLink.module.css';

const NOTICE_MS = 5000;

type TwitchLinkProps = { isLinked: boolean; onUnlinked: () => void };

/** Links the account with Twitch where that is switched on. Unlinking works everywhere. */
export function TwitchLink({ isLinked, onUnlinked }: TwitchLinkProps) {
  const { twitch: isSwitchedOn } = useSite().features;
  const [done, showDone] = useTemporaryText(NOTICE_MS);
  const box = useRef<HTMLDivElement>(null);
  // Unlinking removes the button that had focus. A disabled button can't take it.
  useFocusAfterLoss(
    isLinked,
    () => box.current?.querySelector<HTMLElement>(':scope > button:not(:disabled)') ?? box.current,
  );
  return (
    <div ref={box} tabIndex={-1} className={styles.link}>
      {isLinked && (
        <LinkedTwitch
          onUnlinked={(message) => {
            showDone(message);
            onUnlinked();
          }}
          onStopped={showDone}
        />
      )}
      {!isLinked && isSwitchedOn && (
        <>
          <StartLink as="viewer" look="row" />
          <StartLink as="streamer" look="row" />
        </>
      )}
      {!isSwitchedOn && <SwitchedOff isLinked={isLinked} />}
      {done && (
        <Notice tone="success" onDismiss={() => showDone('')}>
          {done}
        </Notice>
      )}
    </div>
  );
}

function SwitchedOff({ isLinked }: { isLinked: boolean }) {
  const reasonId = useId();
  if (isLinked)
    return <p>Twitch is switched off on this server. Minutes don't count, but you can still unlink.</p>;
  return (
    <>
      <Button look="row" disabled aria-describedby={reasonId}>
        <Link2 aria-hidden size={18} /> Link with Twitch
      </Button>
      <p id={reasonId}>Twitch linking is switched off on this server.</p>
    </>
  );
}
