import { type ComponentType, lazy, Suspense, useState } from 'react';
import { reloadIfReachable } from '#features/page/server-version.ts';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './lazy-part.module.css';

/**
 * A part of the profile whose code is loaded when it is first shown. Where it can't be loaded, it says so and the rest of the
 * page stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={<Loading />}>
        <Part {...props} />
      </Suspense>
    );
  };
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
