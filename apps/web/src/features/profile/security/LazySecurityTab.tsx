import { lazy, Suspense, useState } from 'react';
import { reloadIfReachable } from '#features/page/server-version.ts';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './SecurityTab.module.css';

const SecurityTab = lazy(async () => {
  try {
    const { SecurityTab: Loaded } = await import('./SecurityTab.tsx');
    return { default: Loaded };
  } catch {
    return { default: NotLoaded };
  }
});

/** The security tab, whose code is loaded when somebody opens it. */
export function LazySecurityTab() {
  return (
    <Suspense fallback={<Loading />}>
      <SecurityTab />
    </Suspense>
  );
}

function Loading() {
  return (
    <div className={styles.loading}>
      <output className="visually-hidden">Loading...</output>
      <Skeleton className={styles.placeholder} />
      <Skeleton className={styles.placeholder} />
    </div>
  );
}

function NotLoaded() {
  const [isTrying, setIsTrying] = useState(false);
  async function retry() {
    if (isTrying) return;
    setIsTrying(true);
    await reloadIfReachable();
    setIsTrying(false);
  }
  return (
    <Failure
      message="This part of the page couldn't be loaded. Check your connection and try again."
      onRetry={() => void retry()}
    />
  );
}
