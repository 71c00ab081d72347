import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { ItemIdFields } from '#features/game-servers/admin/ItemIdFields.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Button } from '#ui/Button.tsx';
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
        <GrantMoves index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </fieldset>
    </li>
  );
}

type GrantMovesProps = Pick<GrantFieldsProps, 'index' | 'count' | 'onMove' | 'onRemove'>;

function GrantMoves({ index, count, onMove, onRemove }: GrantMovesProps) {
  const line = `line ${index + 1}`;
  return (
    <div className={styles.moves}>
      <Button
        look="quiet"
        data-move="up"
        aria-label={`Move ${line} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden size={18} />
      </Button>
      <Button
        look="quiet"
        data-move="down"
        aria-label={`Move ${line} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden size={18} />
      </Button>
      <Button look="quiet" aria-label={`Remove ${line}`} onClick={onRemove}>
        <Trash2 aria-hidden size={18} />
      </Button>
    </div>
  );
}
