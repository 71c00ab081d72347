import { createBridgeToken } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { accessKeys } from './use-server-access.ts';

type NewTokenDialogProps = {
  server: AdminGameServer;
  onCreated: (token: string) => void;
  onClose: () => void;
};

const LABEL_MISSING = 'Give the token a label.';

/** Creates a token for a server's bridge. */
export function NewTokenDialog({ server: { serverId, name }, onCreated, onClose }: NewTokenDialogProps) {
  const [label, setLabel] = useState('');
  const [fault, setFault] = useState('');
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(createBridgeToken, {
    success: 'Token created.',
    failure: "The token couldn't be created.",
    invalidates: accessKeys(serverId),
    // It may have been created although no answer came: then it is in the list, and can be revoked.
    isFailureNews: true,
    onSuccess: ({ token }) => onCreated(token),
  });
  const save = () => {
    reset();
    if (label.trim() === '') return setFault(LABEL_MISSING);
    setFault('');
    return void submit({ params: { id: String(serverId) }, body: { label: label.trim() } });
  };
  return (
    <FormDialog
      title={`New token for ${name}`}
      submitLabel="Create"
      isBusy={isBusy}
      error={fault || error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Label"
        name="label"
        required
        maxLength={60}
        autoComplete="off"
        hint="Where it is used, such as the machine's name."
        error={fault || fieldErrors.label}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
    </FormDialog>
  );
}
