import { startTwitchLink } from '@waygate/contract/drops/drops.endpoints';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { Link2, Radio } from 'lucide-react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { isWebAddress } from '#api/web-address.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { keepTabOfReturn } from './tab-of-return.ts';

const FAILURE = 'Could not initiate Twitch linking.';

const OFFERS = {
  viewer: { icon: Link2, text: 'Link with Twitch' },
  streamer: { icon: Radio, text: 'Earn by streaming' },
};

type StartLinkProps = {
  as: DropKind;
  look?: 'primary' | 'secondary' | 'row' | undefined;
  /** Replaces the default text, for accounts that were linked before. */
  label?: string;
};

/** Starts the OAuth flow; Twitch redirects back to the profile. */
export function StartLink({ as, look = 'secondary', label = OFFERS[as].text }: StartLinkProps) {
  const submission = useSubmit(FAILURE);
  const Icon = OFFERS[as].icon;
  function start() {
    void submission.submit(async () => {
      const { url } = await call(startTwitchLink, { query: { as } });
      if (!isWebAddress(url)) throw new Error(FAILURE);
      keepTabOfReturn();
      window.location.assign(url);
    });
  }
  return (
    <>
      <Button look={look} isBusy={submission.isBusy} onClick={start}>
        <Icon aria-hidden size={18} /> {label}
      </Button>
      {submission.error && (
        <Notice tone="error" onDismiss={() => submission.refuse('')}>
          {submission.error}
        </Notice>
      )}
    </>
  );
}
