import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { CoinHistoryDialog } from '#features/coins/CoinHistoryDialog.tsx';
import { GameAccountCall } from '#features/game-accounts/GameAccountCall.tsx';
import { GameAccounts } from '#features/game-accounts/GameAccounts.tsx';
import { useGameAccounts } from '#features/game-accounts/use-game-accounts.ts';
import { hasNotices } from '#features/sign-in/address-notices.ts';
import { AddressNotices } from '#features/sign-in/AddressNotices.tsx';
import { ResetRequestDialog } from '#features/sign-in/ResetRequestDialog.tsx';
import { useProfile } from '#features/sign-in/use-profile.ts';
import { findKeptInput } from '#api/kept-input.ts';
import { forgetTabOfReturn, withTabOfReturn } from '#features/twitch-links/tab-of-return.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTemporaryText } from '#ui/timers/use-timers.ts';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx';
import { CHANGE_EMAIL_FORM } from './email-change.rules.ts';
import { ProfileCard, type ProfileCardProps } from './ProfileCard.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { ProfileTabs } from './ProfileTabs.tsx';
import styles from './ProfileView.module.css';

const NOTICE_MS = 5000;

/** Everything the signed-in player sees of their own account. */
export function ProfileView() {
  const { profile, reload, refresh } = useProfile();
  const [unlinks, setUnlinks] = useState(0);
  const [openDialog, setOpenDialog] = useState<'reset-password' | 'change-email' | 'coins' | undefined>(() =>
    findKeptInput(CHANGE_EMAIL_FORM) ? 'change-email' : undefined,
  );
  const [notice, showNotice] = useTemporaryText(NOTICE_MS);
  const { search } = useLocation();
  useEffect(() => {
    // The address still names the notice until it is rewritten with the tab.
    if (!hasNotices(search)) forgetTabOfReturn();
  }, [search]);
  function onUnlinked() {
    setUnlinks((count) => count + 1);
    refresh();
  }
  function closeEmailChange(isRequested: boolean) {
    setOpenDialog(undefined);
    if (isRequested) showNotice('Email change initiated. Please check your inbox.');
  }
  function onErasureChange() {
    if (profile.status === 'loaded' && profile.value.erasureDueAt) showNotice('Your account stays.');
    refresh();
  }
  return (
    <>
      {/* Remounted after unlinking: a notice about the link is no longer true. */}
      <AddressNotices key={unlinks} showsTexts toRest={withTabOfReturn} />
      {notice && (
        <Notice tone="success" onDismiss={() => showNotice('')}>
          {notice}
        </Notice>
      )}
      {profile.status === 'loading' && <ProfileSkeleton />}
      {profile.status === 'failed' && (
        <section className={styles.failure}>
          <h2>Could not load profile data.</h2>
          <Notice tone="error">{profile.message}</Notice>
          <Button onClick={reload}>Retry</Button>
        </section>
      )}
      {profile.status === 'loaded' && (
        <LoadedProfile
          profile={profile.value}
          onResetPassword={() => setOpenDialog('reset-password')}
          onChangeEmail={() => setOpenDialog('change-email')}
          onUnlinked={onUnlinked}
          onShowCoins={() => setOpenDialog('coins')}
          onErasureChange={onErasureChange}
        />
      )}
      {openDialog === 'reset-password' && <ResetRequestDialog onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'coins' && <CoinHistoryDialog onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'change-email' && <ChangeEmailDialog onClose={closeEmailChange} />}
    </>
  );
}

const ErasureBanner = lazy(async () => {
  const { ErasureBanner: Component } = await import('#features/privacy/ErasureBanner.tsx');
  return { default: Component };
});

type LoadedProfileProps = ProfileCardProps & { onErasureChange: () => void };

function LoadedProfile({ onErasureChange, ...props }: LoadedProfileProps) {
  const { erasureDueAt, twitchId } = props.profile;
  const gameAccounts = useGameAccounts();
  // Its buttons come and go with the request.
  useFocusAfterLoss(erasureDueAt, () => document.getElementById('content'));
  return (
    <>
      {erasureDueAt && (
        <Suspense>
          <ErasureBanner dueAt={erasureDueAt} onKept={onErasureChange} />
        </Suspense>
      )}
      <GameAccountCall content={gameAccounts.content} />
      <div className={styles.columns}>
        <ProfileCard {...props} />
        <ProfileTabs
          isTwitchLinked={Boolean(twitchId)}
          erasureDueAt={erasureDueAt}
          onErasureChange={onErasureChange}
        />
        <GameAccounts loaded={gameAccounts} />
      </div>
    </>
  );
}
