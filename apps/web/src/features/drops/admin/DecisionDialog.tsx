import { decideStreamer } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { STREAMERS_KEY } from './drop-admin-queries.ts';

export type Decision = { streamer: Streamer; decision: 'approve' | 'reject' };

/** Asks before a channel begins to count, or ends to. */
export function DecisionDialog({
  asked: { streamer, decision },
  onClose,
}: {
  asked: Decision;
  onClose: () => void;
}) {
  const isApproval = decision === 'approve';
  const { userName, login, accountDBID, twitchId } = streamer;
  const { isBusy, error, submit } = useAdminMutation(decideStreamer, {
    success: ({ state }) => wordsOf(state, userName),
    failure: 'Failed to decide on the streamer.',
    invalidates: [STREAMERS_KEY, ['audit']],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`${isApproval ? 'Approve' : 'Reject'} ${userName}`}
      confirmLabel={isApproval ? 'Approve' : 'Reject'}
      look={isApproval ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={error}
      onConfirm={() =>
        void submit({ params: { accountDBID: String(accountDBID) }, body: { decision, twitchId } })
      }
      onClose={onClose}
    >
      <p>
        {isApproval
          ? `While ${login} is live in the game's category, minutes count for ${userName} and for everybody in that chat.`
          : `Minutes of ${login} no longer count, neither for ${userName} nor for viewers. What was counted stays.`}
      </p>
    </ConfirmDialog>
  );
}

/** What the decision has brought. An approval gives nobody the link that Twitch has ended. */
function wordsOf(state: Streamer['state'], userName: string): string {
  if (state === 'needs_new_link')
    return `${userName} is approved, and earns by streaming after linking Twitch again.`;
  return state === 'approved'
    ? `${userName} earns by streaming now.`
    : `${userName} does not earn by streaming.`;
}
