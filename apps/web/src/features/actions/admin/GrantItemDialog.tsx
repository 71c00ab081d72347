import { grantItem } from '@waygate/contract/actions/actions.endpoints';
import { ITEM_QUANTITY_MAX, ITEM_QUANTITY_MESSAGE } from '@waygate/contract/actions/actions.schemas';
import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import { createUuid } from '#api/uuid.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { OWN_ACCOUNT_FAULT } from '#features/admin/records/own-account-fault.ts';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { type Fault, saysSame, useForm } from '#features/admin/records/use-form.ts';
import { recordsOf } from '#features/admin/search/picked-records.ts';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { useAdminSearch } from '#features/admin/search/use-admin-search.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { serverOptions } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';

type Player = { accountDBID: number; userName: string };
type Form = { requestId: string; itemId: string; quantity: string; server: string; reason: string };

const GRANT_KEYS = [['user'], ['deliveries'], ['budgets'], ['audit']];

const UNANSWERED = 'It may have been sent. Sending it again unchanged is safe.';

const blank = (): Form => ({ requestId: createUuid(), itemId: '', quantity: '1', server: '', reason: '' });

/** Sends a player an item, such as one that the game has lost. */
export function GrantItemDialog({ player, onClose }: { player: Player; onClose: () => void }) {
  const servers = useServerNames();
  const { form, change, errors, ...granting } = useItemGrant(player, servers, onClose);
  const chosen = servers.find(({ serverId }) => String(serverId) === form.server);
  const name = useItemName(form, chosen?.serverId);
  const text = textOf(form, name);
  return (
    <FormDialog
      title={`Grant ${player.userName} an item`}
      submitLabel={text ? `Grant ${text}` : 'Grant item'}
      isBusy={granting.isBusy}
      isDirty={form.itemId !== '' || form.reason !== ''}
      error={granting.error}
      onSubmit={granting.save}
      onClose={onClose}
    >
      <OfferedDraft draft={granting.draft} />
      {servers.length > 1 && (
        <SelectField
          label="Game server"
          name="serverId"
          required
          options={[{ value: '', label: 'Choose…' }, ...serverOptions(servers)]}
          value={form.server}
          error={errors.serverId}
          // The same item has another id on another server.
          onChange={({ target }) => change({ server: target.value, itemId: '' })}
        />
      )}
      <RecordPicker
        key={form.server}
        kind="item"
        label="Item"
        name="itemId"
        required
        {...(chosen && { serverId: chosen.serverId })}
        value={form.itemId}
        error={errors.itemId}
        onChange={(itemId) => change({ itemId })}
      />
      <TextField
        label="Quantity"
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        required
        value={form.quantity}
        error={errors.quantity}
        onChange={({ target }) => change({ quantity: target.value })}
      />
      <ReasonField value={form.reason} error={errors.reason} onChange={(reason) => change({ reason })} />
      <p>
        {text
          ? `${player.userName} gets ${text}${chosen ? ` on ${chosen.name}` : ''}.`
          : 'The game gets it with its next delivery.'}{' '}
        If the game needs a character, the player chooses one.
      </p>
      <BudgetLeft kinds={['items']} />
    </FormDialog>
  );
}

function useItemGrant(player: Player, servers: ServerName[], onClose: () => void) {
  const { accountDBID } = player;
  const mayGive = useMayGive();
  const findFault = (form: Form) =>
    mayGive(accountDBID) ? faultOf(form, servers.length > 1) : OWN_ACCOUNT_FAULT;
  const { form, fault, change, noteTry, draft } = useForm(`item for ${accountDBID}`, blank, findFault, [
    'reason',
  ]);
  const { isBusy, error, isUnanswered, fieldErrors, submit, reset } = useAdminMutation(grantItem, {
    success: 'Item granted.',
    failure: "The item couldn't be granted. Try again.",
    invalidates: GRANT_KEYS,
    onSuccess: onClose,
  });
  const save = () => {
    const found = findFault(form);
    noteTry(found);
    const item = itemOf(form);
    if (found || !item) return reset();
    const { requestId, server, reason } = form;
    const body = {
      requestId,
      ...item,
      reason: inOneLine(reason),
      ...(server && { serverId: Number(server) }),
    };
    void submit({ params: { id: String(accountDBID) }, body });
  };
  const errors: Record<string, string> = fault?.fields ?? fieldErrors;
  return {
    form,
    // Another item is another request. The reason, or how the id is written, may change within one.
    change: (changes: Partial<Form>) =>
      change(
        saysSame(form, { ...form, ...changes }, requestedOf)
          ? changes
          : { requestId: createUuid(), ...changes },
      ),
    draft,
    save,
    isBusy,
    error: fault?.message ?? (isUnanswered ? UNANSWERED : error),
    errors,
  };
}

/** The name of an item as the portal knows it. */
function useItemName(form: Form, serverId: number | undefined): string | undefined {
  const id = idOf(form)?.toString() ?? '';
  const { hits, isCurrent } = useAdminSearch(id, { kind: 'item', serverId });
  return isCurrent ? recordsOf(hits).find((record) => record.id === id)?.name : undefined;
}

function requestedOf(form: Form) {
  return { ...itemOf(form), server: form.server };
}

/** '2 × Lantern'; undefined until both are numbers. */
function textOf(form: Form, name: string | undefined): string | undefined {
  const item = itemOf(form);
  return item && `${item.quantity.toLocaleString()} × ${name ?? `item ${item.itemId}`}`;
}

/** What is granted; undefined until both are numbers. */
function itemOf(form: Form): { itemId: number; quantity: number } | undefined {
  const [itemId, quantity] = [idOf(form), quantityOf(form)];
  return itemId === undefined || quantity === undefined ? undefined : { itemId, quantity };
}

function idOf({ itemId }: Form): number | undefined {
  const id = itemId.trim().replace(/^#/, '');
  return /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
}

function quantityOf({ quantity }: Form): number | undefined {
  const count = quantity.trim();
  return /^[1-9]\d{0,3}$/.test(count) ? Number(count) : undefined;
}

function faultOf(form: Form, needsServer: boolean): Fault | undefined {
  const fields: Record<string, string> = {};
  if (needsServer && form.server === '') fields.serverId = 'Choose the game server.';
  if (idOf(form) === undefined) fields.itemId = 'Choose an item.';
  const quantity = quantityOf(form) ?? 0;
  if (quantity < 1 || quantity > ITEM_QUANTITY_MAX) fields.quantity = ITEM_QUANTITY_MESSAGE;
  const reason = reasonFault(form.reason);
  if (reason) fields.reason = reason;
  const [message] = Object.values(fields);
  return message === undefined ? undefined : { message, fields };
}
