import styles from './ServerCharacterFields.module.css';
import {
  characterText,
  charactersOn,
  type Choices,
  lacksCharacter,
  onServer,
  serverOf,
  type TargetForm,
} from './target.rules.ts';
import { TargetSelect } from './TargetSelect.tsx';

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
        <TargetSelect
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
        <TargetSelect
          label="Character"
          name="characterId"
          placeholder="Choose a character"
          value={form.characterId}
          error={errors.characterId}
          options={characters.map((character) => ({
            value: character.characterId,
            text: characterText(character),
          }))}
          onChange={(characterId) => onChange({ ...form, characterId })}
        />
      )}
    </>
  );
}
