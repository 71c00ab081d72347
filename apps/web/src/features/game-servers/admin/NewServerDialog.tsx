import { createGameServer } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { findServerFault, newServerForm, serverBodyOf } from './server-form.rules.ts';
import { ServerFields } from './ServerFields.tsx';
import { SERVER_KEYS } from './use-game-servers.ts';

type NewServerDialogProps = { servers: AdminGameServer[]; onClose: () => void };

/** Creates a game server. */
export function NewServerDialog({ servers, onClose }: NewServerDialogProps) {
  const making = useNewRecordForm({
    endpoint: createGameServer,
    blank: newServerForm(servers),
    toBody: serverBodyOf,
    validate: findServerFault,
    success: 'Server created.',
    failure: "The server couldn't be created.",
    invalidates: SERVER_KEYS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="New server" editing={making} onClose={onClose}>
      <ServerFields form={making.form} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}
