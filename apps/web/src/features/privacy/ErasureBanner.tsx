import { Notice } from '#ui/Notice.tsx';
import { KeepAccount } from './KeepAccount.tsx';

/** Above the profile of an account that is about to be deleted. */
export function ErasureBanner(props: { dueAt: string; onKept: () => void }) {
  return (
    <Notice tone="error">
      <KeepAccount {...props} />
    </Notice>
  );
}
