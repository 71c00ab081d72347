import { type ChangeEvent, useId } from 'react';
import { fieldAria } from '#ui/field-aria.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import styles from './ServerCharacterFields.module.css';
import {
  charactersOn,
  type Choices,
  lacksCharacter,
  onServer,
  serverOf,
  type TargetForm,
} from './target.rules.ts';

type ServerCharacterFieldsProps = {
  choices: Choices;
  form: TargetForm;
  errors: Record<string, string>;
  onChange: (form: TargetForm) => void;
};

/** Selects for the game server, where there are several, and for the character, where the server needs one. */
export function ServerCharacterFields({ choices, form, errors, onChange }: ServerCharacterFieldsProps) {
  const server = serverOf(choices, form.serverId);
  const characters = charactersOn(choices, form.serverId);
  return (
    <>
      {choices.servers.length > 1 && (
        <Select
          label="Game server"
          name="serverId"
          placeholder="Choose a game server"
          value={form.serverId}
          error={errors.serverId}
          options={choices.servers.map(({ serverId, name, status }) => ({
            value: String(serverId),
            text: status === 'offline' ? `${name} (offline)` : name,
          }))}
          onChange={(serverId) => onChange(onServer(choices, serverId))}
        />
      )}
      {server && lacksCharacter(choices, form) && (
        <output className={styles.lacking}>Create a character on {server.name} first, then come back.</output>
      )}
      {server?.needsCharacter && characters.length > 0 && (
        <Select
          label="Character"
          name="characterId"
          placeholder="Choose a character"
          value={form.characterId}
          error={errors.characterId}
          options={characters.map((character) => ({
            value: character.characterId,
            text: `${character.name}, level ${character.level} ${character.class}`,
          }))}
          onChange={(characterId) => onChange({ ...form, characterId })}
        />
      )}
    </>
  );
}

type SelectProps = {
  label: string;
  name: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  options: { value: string; text: string }[];
  onChange: (value: string) => void;
};

function Select({ label, name, placeholder, value, error, options, onChange }: SelectProps) {
  const id = useId();
  // What was chosen may be gone since.
  const known = options.some((option) => option.value === value) ? value : '';
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        {...fieldAria(id, { error })}
        name={name}
        required
        value={known}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChange(target.value)}
      >
        {known === '' && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
