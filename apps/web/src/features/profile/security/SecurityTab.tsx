import { TwoFactorSection } from '#features/factors/TwoFactorSection.tsx';
import { DeviceList } from '#features/sessions/DeviceList.tsx';
import { PasswordSection } from '#features/sessions/PasswordSection.tsx';
import { SignInHistory } from '#features/sessions/SignInHistory.tsx';
import { useOwnSessions } from '#features/sessions/use-own-sessions.ts';
import { Toasts } from '#ui/admin/Toasts.tsx';
import styles from './SecurityTab.module.css';

/** How the account is kept safe, and who is signed in to it. */
export function SecurityTab() {
  const sessions = useOwnSessions();
  const { content } = sessions;
  const here = content.status === 'loaded' ? content.value.find(({ isCurrent }) => isCurrent) : undefined;
  return (
    // The tab's blurred panel would hold what is fixed to the window.
    <Toasts host={document.body}>
      <div className={styles.sections}>
        <TwoFactorSection browser={here?.browser ?? null} onChanged={sessions.refresh} />
        <PasswordSection onChanged={sessions.refresh} />
        <DeviceList loaded={sessions} />
        <SignInHistory />
      </div>
    </Toasts>
  );
}
