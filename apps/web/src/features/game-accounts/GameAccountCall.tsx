import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { MouseEvent } from 'react';
import type { Loaded } from '#api/use-loaded.ts';
import { Notice } from '#ui/Notice.tsx';
import { describeCall } from './game-account-texts.ts';
import { GAME_ACCOUNTS_ID } from './GameAccounts.tsx';

/** What stands between the player and the game, with the way there. Nothing for those who can play. */
export function GameAccountCall({ content }: { content: Loaded<GameAccount[]>['content'] }) {
  const call = content.status === 'loaded' ? describeCall(content.value) : undefined;
  if (call === undefined) return null;
  return (
    <Notice tone="info">
      {call.text}{' '}
      <a href={`#${GAME_ACCOUNTS_ID}`} onClick={showAccounts}>
        {call.action}
      </a>
    </Notice>
  );
}

function showAccounts(event: MouseEvent): void {
  const heading = document.getElementById(GAME_ACCOUNTS_ID);
  if (!heading) return;
  // The address names a tab of the profile.
  event.preventDefault();
  heading.focus();
}
