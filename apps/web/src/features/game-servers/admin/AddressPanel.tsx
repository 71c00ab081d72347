import {
  addBridgeAddress,
  removeBridgeAddress,
} from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type {
  AdminGameServer,
  GameServerAccess,
} from '@waygate/contract/game-servers/game-servers.admin.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import { type FormEvent, useState } from 'react';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './ServerAccess.module.css';
import { accessKeys } from './use-server-access.ts';

type Address = GameServerAccess['addresses'][number];
type AddressPanelProps = {
  server: AdminGameServer;
  /** Undefined until loaded. */
  addresses: Address[] | undefined;
  error: Error | null;
  onRetry: () => void;
};

const FILE_COLUMNS: CsvColumn<Address>[] = [
  { label: 'address', value: ({ address }) => address },
  { label: 'addedAt', value: ({ addedAt }) => addedAt },
];

/** The addresses that a server's bridge may call from. */
export function AddressPanel({ server, addresses, error, onRetry }: AddressPanelProps) {
  const [removed, setRemoved] = useState<string>();
  return (
    <Panel
      title="Addresses"
      actions={
        addresses &&
        addresses.length > 0 && (
          <FileButton
            title={`Addresses of ${server.name}`}
            fileName={`addresses-of-server-${server.serverId}`}
            columns={FILE_COLUMNS}
            rows={addresses}
          />
        )
      }
    >
      <p className={styles.intro}>The bridge may call from these addresses only, even with a valid token.</p>
      <AddressForm serverId={server.serverId} />
      <RecordTable
        caption={`Addresses of ${server.name}`}
        rows={addresses}
        error={error}
        onRetry={onRetry}
        failure="The addresses couldn't be loaded."
        columns={columnsOf(setRemoved)}
        rowKey={({ address }) => address}
        nothing="The bridge may call from nowhere yet. Allow the address of its machine."
      />
      {removed !== undefined && (
        <RemoveDialog server={server} address={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Panel>
  );
}

function columnsOf(onRemove: (address: string) => void): Column<Address>[] {
  return [
    {
      id: 'address',
      label: 'Address',
      isPrimary: true,
      render: ({ address }) => <span className={styles.code}>{address}</span>,
    },
    { id: 'added', label: 'Allowed', render: ({ addedAt }) => <LocalTime value={addedAt} /> },
    {
      id: 'actions',
      label: 'Actions',
      width: '8rem',
      render: ({ address }) => (
        <Button look="danger" aria-label={`Remove ${address}`} onClick={() => onRemove(address)}>
          Remove
        </Button>
      ),
    },
  ];
}

function AddressForm({ serverId }: { serverId: number }) {
  const [address, setAddress] = useState('');
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(addBridgeAddress, {
    success: 'Address allowed.',
    failure: "The address couldn't be allowed.",
    invalidates: accessKeys(serverId),
    onSuccess: () => setAddress(''),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    void submit({ params: { id: String(serverId) }, body: { address: address.trim() } });
  };
  return (
    <form className={styles.add} noValidate onSubmit={add}>
      <TextField
        label="IP address"
        name="address"
        required
        maxLength={45}
        autoComplete="off"
        spellCheck={false}
        error={fieldErrors.address ?? error}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        Allow address
      </Button>
    </form>
  );
}

type RemoveDialogProps = { server: AdminGameServer; address: string; onClose: () => void };

function RemoveDialog({ server: { serverId, name }, address, onClose }: RemoveDialogProps) {
  const { isBusy, error, submit } = useAdminMutation(removeBridgeAddress, {
    success: 'Address removed.',
    failure: "The address couldn't be removed.",
    invalidates: accessKeys(serverId),
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${address}?`}
      confirmLabel="Remove"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { id: String(serverId) }, body: { address } })}
      onClose={onClose}
    >
      <p>A bridge of {name} that calls from there is refused immediately.</p>
    </ConfirmDialog>
  );
}
