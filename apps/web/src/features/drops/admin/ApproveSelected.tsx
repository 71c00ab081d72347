import { approveStreamers } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { countText } from '#ui/admin/count-text.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Button } from '#ui/Button.tsx';
import { STREAMERS_KEY } from './drop-admin-queries.ts';

type ApproveSelectedProps = { streamers: Streamer[]; onApproved: () => void };

/** Approves the selected streamers after a confirmation that names them. */
export function ApproveSelected({ streamers, onApproved }: ApproveSelectedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const count = countText(streamers.length, 'streamer');
  const { isBusy, error, submit } = useAdminMutation(approveStreamers, {
    success: ({ approved }) => `${countText(approved, 'streamer')} approved.`,
    failure: "The decision couldn't be saved.",
    invalidates: [STREAMERS_KEY, ['audit']],
    isFailureNews: true,
    onSuccess: () => {
      setIsOpen(false);
      onApproved();
    },
  });
  const body = { streamers: streamers.map(({ accountDBID, twitchId }) => ({ accountDBID, twitchId })) };
  if (streamers.length === 0) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Approve {count}</Button>
      {isOpen && (
        <ConfirmDialog
          title={`Approve ${count}`}
          confirmLabel={`Approve ${count}`}
          look="primary"
          isBusy={isBusy}
          error={error}
          onConfirm={() => void submit({ body })}
          onClose={() => setIsOpen(false)}
        >
          <p>
            Minutes count for them and for everybody in their chats, while they are live in the game's
            category:
          </p>
          <ul>
            {streamers.map(({ accountDBID, userName, login }) => (
              <li key={accountDBID}>
                {userName} ({login})
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}
