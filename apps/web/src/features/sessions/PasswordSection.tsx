import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SettingEntry, SettingList } from '#ui/settings/SettingEntry.tsx';
import { SettingsSection } from '#ui/settings/SettingsSection.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';

/** Changes the password. */
export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsSection title="Password" lead="Use one that you use nowhere else.">
      <SettingList>
        <li>
          <SettingEntry
            icon={KeyRound}
            title="Your password"
            text="Changing it signs out every other device."
            actions={
              <Button look="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
                Change password
              </Button>
            }
          />
        </li>
      </SettingList>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} onChanged={onChanged} />}
    </SettingsSection>
  );
}
