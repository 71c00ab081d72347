import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { checkbox, type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ServerForm } from './server-form.rules.ts';
import { POLICY_TEXTS } from './server-labels.ts';

type ServerFieldsProps = FieldsProps<ServerForm> & {
  /** The server as it is; undefined for a new one. */
  server?: AdminGameServer;
};

/** The fields of a game server. */
export function ServerFields({ server, ...props }: ServerFieldsProps) {
  const { form, errors, onChange } = props;
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={60}
        hint="As players know it."
        {...textInput(props, 'name')}
      />
      <TextField
        label="Short name"
        required
        maxLength={40}
        spellCheck={false}
        autoCapitalize="none"
        hint="Lowercase letters, digits and hyphens, for commands and metrics."
        {...textInput(props, 'slug')}
      />
      <TextField
        label="Position"
        inputMode="numeric"
        hint="Servers are shown from the lowest position to the highest."
        {...textInput(props, 'position')}
      />
      <SelectField
        label="Passwords of game accounts"
        name="accountPolicy"
        hint={policyHint(server)}
        error={errors.accountPolicy}
        options={[
          { value: '', label: 'As the game protects them best' },
          ...Object.entries(POLICY_TEXTS).map(([value, label]) => ({ value, label })),
        ]}
        value={form.accountPolicy}
        onChange={({ target }) =>
          // The options are its only values.
          onChange({ accountPolicy: target.value as ServerForm['accountPolicy'] })
        }
      />
      <CheckboxField
        label="Listed"
        hint="Players see a listed server and can choose it. A hidden one still gets what was bought for it."
        {...checkbox(props, 'isListed')}
      />
    </>
  );
}

function policyHint(server: AdminGameServer | undefined): string {
  if (!server || server.adapter === null)
    return 'It applies as soon as a bridge reports how the game hashes.';
  if (server.accounts === null) return "This server's bridge manages no accounts.";
  const { scheme } = server.accounts;
  if (server.accountPolicy === 'same_password' && server.effectiveAccountPolicy === 'own_password')
    return `The game now keeps passwords as ${scheme}, unlike when this was chosen, so players get a password of their own. To agree to it, save another choice, then this one again.`;
  const isStrong = scheme === 'argon2id_raw' || scheme === 'bcrypt';
  return isStrong
    ? `The game hashes passwords with ${scheme}, as strongly as the portal.`
    : `The game keeps passwords as ${scheme}, which is easy to break: a password of their own keeps the portal's safe.`;
}
