import type { RedeliveryScope } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { type FormEvent, useId } from 'react';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { serverOptions } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { timeZoneHint } from '#ui/admin/fields/local-date-time.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import type { LostErrors, LostFields } from './lost-form.rules.ts';
import styles from './LostForm.module.css';
import { MODES, SCOPES } from './redelivery-labels.ts';

// The records' own keys are their modes and scopes.
const MODE_NAMES = Object.keys(MODES) as (keyof typeof MODES)[];
const SCOPE_NAMES = Object.keys(SCOPES) as RedeliveryScope[];
const SCOPE_OPTIONS = SCOPE_NAMES.map((value) => ({ value, label: SCOPES[value].label }));

type LostFormProps = {
  fields: LostFields;
  errors: LostErrors;
  isBusy: boolean;
  onChange: (changes: Partial<LostFields>) => void;
  onSubmit: () => void;
};

/** Asks what happened to the game, and what it lost. */
export function LostForm({ fields, errors, isBusy, onChange, onSubmit }: LostFormProps) {
  const servers = useServerNames();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Panel title="What was lost?">
      <form className={styles.form} noValidate onSubmit={submit}>
        <ModeChoice fields={fields} error={errors.mode} onChange={onChange} />
        <div className={styles.fields}>
          <ScopeFields fields={fields} errors={errors} onChange={onChange} />
          {servers.length > 1 && (
            <SelectField
              label="Game server"
              name="server"
              options={[{ value: '', label: 'All game servers' }, ...serverOptions(servers)]}
              value={fields.server}
              onChange={({ target }) => onChange({ server: target.value })}
            />
          )}
          <DateTimeField
            label="Applied since"
            name="since"
            hint={`${timeZoneHint()}. Leave it empty for everything that was ever applied.`}
            value={fields.since}
            error={errors.since}
            onChange={(since) => onChange({ since })}
          />
        </div>
        <div>
          <Button type="submit" look="secondary" isBusy={isBusy}>
            {isBusy ? 'Counting…' : 'Count what would be sent'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

type PartProps = Pick<LostFormProps, 'fields' | 'onChange'>;

function ModeChoice({ fields, error, onChange }: PartProps & { error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className={styles.modes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>What happened to the game?</legend>
      {MODE_NAMES.map((mode) => (
        <div key={mode} className={styles.mode}>
          <input
            id={`${id}-${mode}`}
            type="radio"
            name="mode"
            value={mode}
            checked={fields.mode === mode}
            aria-describedby={`${id}-${mode}-description`}
            onChange={() => onChange({ mode })}
          />
          <div>
            <label htmlFor={`${id}-${mode}`}>{MODES[mode].title}</label>
            <p id={`${id}-${mode}-description`}>{MODES[mode].description}</p>
          </div>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function ScopeFields({ fields, errors, onChange }: PartProps & { errors: LostErrors }) {
  const { scope } = fields;
  const { picked } = SCOPES[scope];
  return (
    <>
      <SelectField
        label="What to send again"
        name="scope"
        options={SCOPE_OPTIONS}
        value={scope}
        onChange={({ target }) =>
          // The options are the scopes.
          onChange({ scope: target.value as RedeliveryScope, target: '' })
        }
      />
      {scope !== 'everything' && picked && (
        <RecordPicker
          key={scope}
          kind={scope}
          label={picked}
          name="target"
          required
          value={fields.target}
          error={errors.target}
          onChange={(target) => onChange({ target })}
        />
      )}
    </>
  );
}
