import { decideStreamer } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { STREAMERS_KEY } from './drop-admin-queries.ts';

export type Decision = { streamer: Streamer; decision: 'approve' | 'reject' };

/** Confirms the approval or rejection of a streamer. */
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
    success: ({ state }) => resultText(state, userName),
    failure: "The decision couldn't be saved.",
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
          : `Minutes on ${login} no longer count, neither for ${userName} nor for viewers. Counted minutes stay.`}
      </p>
    </ConfirmDialog>
  );
}

/** The toast after a decision. An approval doesn't restore a link that Twitch has ended. */
function resultText(state: Streamer['state'], userName: string): string {
  if (state === 'needs_new_link') return `${userName} approved. Minutes count after linking Twitch again.`;
  return state === 'approved' ? `${userName} approved.` : `${userName} rejected.`;
}
