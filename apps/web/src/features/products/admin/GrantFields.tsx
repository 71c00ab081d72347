import { ItemIdFields } from '#features/game-servers/admin/ItemIdFields.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { PlaceButtons } from '#ui/admin/PlaceButtons.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './GrantsField.module.css';
import type { GrantForm } from './product-form.rules.ts';
import { KIND_OPTIONS } from './product-labels.ts';

type GrantFieldsProps = {
  grant: GrantForm;
  /** From 0. */
  index: number;
  count: number;
  errors: Record<string, string>;
  onChange: (changes: Partial<GrantForm>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** One line of what the player gets. */
export function GrantFields({ grant, index, count, errors, onChange, onMove, onRemove }: GrantFieldsProps) {
  const text = (name: 'quantity' | 'label') => ({
    name: `grants.${index}.${name}`,
    value: grant[name],
    error: errors[`grants.${index}.${name}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <li data-grant={grant.key}>
      <fieldset className={styles.line}>
        <legend>Line {index + 1}</legend>
        <SelectField
          label="Kind"
          name={`grants.${index}.kind`}
          options={KIND_OPTIONS}
          value={grant.kind}
          onChange={({ target }) => {
            const kind = KIND_OPTIONS.find(({ value }) => value === target.value)?.value ?? 'item';
            // A package is granted once.
            onChange({ kind, ...(kind.endsWith('_package') && { quantity: '1' }) });
          }}
        />
        <TextField
          label={grant.kind === 'club_days' ? 'Days' : 'Quantity'}
          inputMode="numeric"
          readOnly={grant.kind.endsWith('_package')}
          {...text('quantity')}
        />
        {grant.kind === 'item' && (
          <ItemIdFields
            itemId={grant.itemId}
            serverItems={grant.serverItems}
            prefix={`grants.${index}.`}
            errors={errors}
            onChange={onChange}
          />
        )}
        <div className={styles.label}>
          <TextField label="Label" maxLength={120} {...text('label')} />
        </div>
        <PlaceButtons
          name={`line ${index + 1}`}
          className={styles.moves}
          index={index}
          count={count}
          onMove={onMove}
          onRemove={onRemove}
        />
      </fieldset>
    </li>
  );
}
