import { BULK_LIMIT, type BulkActionName } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import { BanLengthField } from '#features/actions/admin/BanLengthField.tsx';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { BULK_TEXTS, type BulkFault, type BulkFields, isPack, lastsForGood } from './bulk-form.rules.ts';
import styles from './bulk.module.css';

type BulkFieldSetProps = {
  actions: readonly BulkActionName[];
  fields: BulkFields;
  faults: BulkFault;
  onChange: (changes: Partial<BulkFields>) => void;
};

/** What is done, and for whom. */
export function BulkFieldSet({ actions, fields, faults, onChange }: BulkFieldSetProps) {
  const { action, benefitId, players, reason } = fields;
  return (
    <>
      {actions.length > 1 && (
        <SelectField
          label="Action"
          name="action"
          options={actions.map((value) => ({ value, label: BULK_TEXTS[value].label }))}
          value={action}
          onChange={({ target }) => {
            const chosen = actions.find((each) => each === target.value);
            if (chosen) onChange({ action: chosen });
          }}
        />
      )}
      {action === 'GRANT_BENEFIT' && (
        <TextField
          label="Benefit ID"
          name="benefitId"
          inputMode="numeric"
          autoComplete="off"
          required
          value={benefitId}
          error={faults.benefitId}
          onChange={({ target }) => onChange({ benefitId: target.value })}
        />
      )}
      <EndFields fields={fields} fault={faults.date} onChange={onChange} />
      <PlayersField
        value={players}
        error={faults.players}
        onChange={(value) => onChange({ players: value })}
      />
      <ReasonField
        value={reason}
        error={faults.reason}
        hint={action === 'BAN' ? 'The players read it, and the audit log keeps it.' : undefined}
        onChange={(value) => onChange({ reason: value })}
      />
    </>
  );
}

type EndFieldsProps = Pick<BulkFieldSetProps, 'fields' | 'onChange'> & { fault: string | undefined };

/** Until when it lasts, or for good. */
function EndFields({ fields, fault, onChange }: EndFieldsProps) {
  const { action, date, isForGood, banLength } = fields;
  if (action === 'BAN')
    return (
      <BanLengthField
        length={banLength}
        error={fault}
        onChange={(length) => onChange({ banLength: length })}
      />
    );
  return (
    <>
      {isPack(action) && (
        <CheckboxField
          label="For good"
          name="isForGood"
          checked={isForGood}
          onChange={({ target }) => onChange({ isForGood: target.checked })}
        />
      )}
      {!lastsForGood(fields) && (
        <DateTimeField
          label={action === 'GRANT_BENEFIT' ? 'Available Until' : 'Expiry Date'}
          name="date"
          required
          value={date}
          error={fault}
          onChange={(value) => onChange({ date: value })}
        />
      )}
    </>
  );
}

type PlayersFieldProps = { value: string; error: string | undefined; onChange: (players: string) => void };

/** Pasted lines, or a file of them. */
function PlayersField({ value, error, onChange }: PlayersFieldProps) {
  const [isUnread, setIsUnread] = useState(false);
  const read = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    const text = await file?.text().catch(() => undefined);
    setIsUnread(file !== undefined && text === undefined);
    if (text !== undefined) onChange(text);
    // The same file can be chosen again after it was changed.
    input.value = '';
  };
  return (
    <>
      <TextArea
        label="Players"
        name="players"
        required
        rows={8}
        spellCheck={false}
        hint={`One a line: a name, an e-mail address or an id. Of a CSV, the first column counts. Up to ${BULK_LIMIT.toLocaleString()}.`}
        value={value}
        error={isUnread ? 'The file could not be read. Choose it again, or paste its lines.' : error}
        onChange={({ target }) => {
          setIsUnread(false);
          onChange(target.value);
        }}
      />
      <input
        type="file"
        className={styles.file}
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="Or choose a CSV file"
        onChange={({ target }) => void read(target)}
      />
    </>
  );
}
