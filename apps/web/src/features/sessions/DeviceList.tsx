import { endOwnSession } from '@waygate/contract/sessions/sessions.endpoints';
import type { OwnSession } from '@waygate/contract/sessions/sessions.schemas';
import { LogOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import type { Loaded } from '#api/use-loaded.ts';
import { useSubmit } from '#api/use-submit.ts';
import { useToast } from '#ui/admin/use-toast.ts';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SettingList } from '#ui/settings/SettingEntry.tsx';
import { SettingsSection } from '#ui/settings/SettingsSection.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { DeviceEntry } from './DeviceEntry.tsx';
import styles from './DeviceList.module.css';
import { EndOthersDialog } from './EndOthersDialog.tsx';

const LEAD = "Where you're signed in. Sign out what you don't recognise, then change your password.";

/** The devices that are signed in to the account. */
export function DeviceList({ loaded }: { loaded: Loaded<OwnSession[]> }) {
  const { content, reload, refresh } = loaded;
  const [isAsked, setIsAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = content.status === 'loaded' ? content.value : [];
  // Signing out removes the button that had the focus.
  useFocusAfterLoss(sessions.length, () => heading.current);
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <SettingsSection
      title="Devices"
      lead={LEAD}
      headingRef={heading}
      actions={
        hasOthers && (
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
            <LogOut aria-hidden size={18} /> Sign out everywhere else
          </Button>
        )
      }
    >
      {content.status === 'loading' && (
        <>
          <output className="visually-hidden">Loading your devices...</output>
          <Skeleton className={styles.placeholder} />
          <Skeleton className={styles.placeholder} />
        </>
      )}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {content.status === 'loaded' && <Devices sessions={sessions} onEnded={refresh} />}
      {isAsked && <EndOthersDialog onClose={() => setIsAsked(false)} onEnded={refresh} />}
    </SettingsSection>
  );
}

function Devices({ sessions, onEnded }: { sessions: OwnSession[]; onEnded: () => void }) {
  const { isBusy, error, submit, refuse } = useSubmit("The device couldn't be signed out. Try again.");
  const [endingId, setEndingId] = useState<number>();
  const toast = useToast();
  function end(id: number) {
    if (isBusy) return;
    setEndingId(id);
    void submit(async () => {
      await call(endOwnSession, { params: { id: String(id) } });
      toast('Device signed out.');
      onEnded();
    });
  }
  return (
    <>
      {error && (
        <Notice tone="error" onDismiss={() => refuse('')}>
          {error}
        </Notice>
      )}
      <SettingList>
        {sessions.map((session) => (
          <li key={session.id}>
            <DeviceEntry
              session={session}
              isBusy={isBusy && endingId === session.id}
              onEnd={() => end(session.id)}
            />
          </li>
        ))}
      </SettingList>
      {sessions.length === 1 && <p className={styles.alone}>You're signed in on no other device.</p>}
    </>
  );
}
