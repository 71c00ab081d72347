import type { SignIn } from '@waygate/contract/sessions/sessions.schemas';
import { History, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { SettingsSection } from '#ui/settings/SettingsSection.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SignInEntry } from './SignInEntry.tsx';
import styles from './SignInHistory.module.css';
import { useSignIns } from './use-sign-ins.ts';

/** So many say what happened lately without a long page. */
const FIRST_SHOWN = 8;

/** Who signed in to the account, and who tried. */
export function SignInHistory() {
  const { content, isRefreshing, reload, refresh } = useSignIns();
  return (
    <SettingsSection
      title="Sign-in history"
      lead="The newest 50 sign-ins and failed attempts of the last 90 days."
      actions={
        content.status === 'loaded' && (
          <Button look="quiet" isBusy={isRefreshing} onClick={refresh}>
            <RotateCw aria-hidden size={18} /> Refresh
            <span className="visually-hidden"> the sign-in history</span>
          </Button>
        )
      }
    >
      {content.status === 'loading' && (
        <>
          <output className="visually-hidden">Loading your sign-ins...</output>
          <Skeleton className={styles.placeholder} />
          <Skeleton className={styles.placeholder} />
          <Skeleton className={styles.placeholder} />
        </>
      )}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {content.status === 'loaded' && <SignIns signIns={content.value} />}
    </SettingsSection>
  );
}

function SignIns({ signIns }: { signIns: SignIn[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  if (signIns.length === 0)
    return (
      <EmptyPanel icon={History}>
        <p>Nothing yet. Sign-ins appear here from now on.</p>
      </EmptyPanel>
    );
  function showAll() {
    setIsWhole(true);
    // The button that had the focus goes.
    list.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <ol ref={list} tabIndex={-1} aria-label="Sign-ins, the newest first" className={styles.list}>
        {signIns.slice(0, isWhole ? undefined : FIRST_SHOWN).map((signIn) => (
          <li key={signIn.id}>
            <SignInEntry signIn={signIn} />
          </li>
        ))}
      </ol>
      {!isWhole && signIns.length > FIRST_SHOWN && (
        <Button look="secondary" className={styles.more} onClick={showAll}>
          Show all {signIns.length} sign-ins
        </Button>
      )}
    </>
  );
}
