import { revokeBridgeToken } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type {
  AdminGameServer,
  GameServerAccess,
} from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { accessKeys } from './use-server-access.ts';

type RevokeTokenDialogProps = {
  server: AdminGameServer;
  token: GameServerAccess['tokens'][number];
  onClose: () => void;
};

/** Revokes a token, after a confirmation. */
export function RevokeTokenDialog({ server, token, onClose }: RevokeTokenDialogProps) {
  const { serverId, name } = server;
  const { isBusy, error, submit } = useAdminMutation(revokeBridgeToken, {
    success: 'Token revoked.',
    failure: "The token couldn't be revoked.",
    invalidates: accessKeys(serverId),
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Revoke ${token.label}?`}
      confirmLabel="Revoke"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { id: String(serverId), tokenId: token.tokenId } })}
      onClose={onClose}
    >
      <p>
        A bridge that uses it is refused immediately, and deliveries to {name} wait until it has another
        token.
      </p>
    </ConfirmDialog>
  );
}
