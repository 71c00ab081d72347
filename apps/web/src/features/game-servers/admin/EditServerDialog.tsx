import { updateGameServer } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { findServerFault, serverBodyOf, type ServerForm, serverFormOf } from './server-form.rules.ts';
import { POLICY_TEXTS } from './server-labels.ts';
import { ServerFields } from './ServerFields.tsx';
import { SERVER_KEYS } from './use-game-servers.ts';

const COMPARED: ConflictField<ServerForm>[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Short name', value: ({ slug }) => slug },
  { label: 'Position', value: ({ position }) => position },
  {
    label: 'Passwords of game accounts',
    value: ({ accountPolicy }) =>
      accountPolicy === '' ? 'As the game protects them best' : POLICY_TEXTS[accountPolicy],
  },
  { label: 'Listed', value: ({ isListed }) => (isListed ? 'Yes' : 'No') },
];

type EditServerDialogProps = { server: AdminGameServer; onClose: () => void };

/** Renames, hides or moves a game server, or changes how its accounts get passwords. */
export function EditServerDialog({ server: opened, onClose }: EditServerDialogProps) {
  const editing = useRecordForm({
    endpoint: updateGameServer,
    record: opened,
    params: { id: String(opened.serverId) },
    toForm: serverFormOf,
    toBody: (form, { revision }) => ({ ...serverBodyOf(form), revision }),
    validate: findServerFault,
    success: 'Server updated.',
    failure: "The server couldn't be updated.",
    invalidates: SERVER_KEYS,
    onSuccess: onClose,
  });
  const { form, record, errors, change } = editing;
  return (
    <EditRecordDialog title={`Edit ${record.name}`} editing={editing} compared={COMPARED} onClose={onClose}>
      <ServerFields server={record} form={form} errors={errors} onChange={change} />
    </EditRecordDialog>
  );
}
