import { startTwitchLink } from '@waygate/contract/drops/drops.endpoints';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { ReactNode } from 'react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

type StartLinkProps = { as: DropKind; look?: 'primary' | 'secondary' | 'quiet'; children: ReactNode };

const FAILURE = 'Could not initiate Twitch linking.';

/** Goes to Twitch, which leads back to the profile. */
export function StartLink({ as, look = 'secondary', children }: StartLinkProps) {
  const submission = useSubmit(FAILURE);
  function start() {
    void submission.submit(async () => {
      const { url } = await call(startTwitchLink, { query: { as } });
      // An address that is missing, or would run a script, leads nowhere.
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Error(FAILURE);
      window.location.assign(url);
    });
  }
  return (
    <>
      <Button look={look} isBusy={submission.isBusy} onClick={start}>
        {children}
      </Button>
      {submission.error && <Notice tone="error">{submission.error}</Notice>}
    </>
  );
}
