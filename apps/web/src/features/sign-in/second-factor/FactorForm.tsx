import type { FactorMethod } from '@waygate/contract/factors/factors.schemas';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './FactorForm.module.css';
import { knowsPasskeys } from './passkey.ts';

type Way = FactorMethod | 'none';

type FactorFormProps = {
  /** What the account has. */
  methods: FactorMethod[];
  submitLabel: string;
  /** The button's label while a code is checked. */
  busyLabel: string;
  sendCode: (code: string) => Promise<void>;
  sendPasskey: () => Promise<void>;
  /** Another way out, next to the other methods. */
  children?: ReactNode;
};

/** Proves a second factor: by a code of the app, a recovery code or a passkey. */
export function FactorForm({
  methods,
  submitLabel,
  busyLabel,
  sendCode,
  sendPasskey,
  children,
}: FactorFormProps) {
  const usable = methods.filter((method) => method !== 'passkey' || knowsPasskeys());
  const [way, setWay] = useState<Way>(() => firstOf(usable));
  const submission = useSubmit("That couldn't be checked. Try again.");
  return (
    <div className={styles.factor}>
      {(way === 'totp' || way === 'recovery_code') && (
        <CodeForm
          key={way}
          way={way}
          submission={submission}
          submitLabel={submitLabel}
          busyLabel={busyLabel}
          sendCode={sendCode}
        />
      )}
      {way === 'passkey' && (
        <>
          <p>Use the passkey that you added to your account.</p>
          {submission.error && <Notice tone="error">{submission.error}</Notice>}
        </>
      )}
      {way === 'none' && (
        <Notice tone="error">
          Your account has passkeys only, and this browser can't use them. Try another browser or device.
        </Notice>
      )}
      <OtherMethods
        way={way}
        usable={usable}
        isBusy={submission.isBusy}
        onChoose={(next) => {
          submission.refuse('');
          setWay(next);
        }}
        onPasskey={() => void submission.submit(sendPasskey)}
      >
        {children}
      </OtherMethods>
    </div>
  );
}

type OtherMethodsProps = {
  way: Way;
  usable: FactorMethod[];
  isBusy: boolean;
  onChoose: (method: FactorMethod) => void;
  onPasskey: () => void;
  children: ReactNode;
};

function OtherMethods({ way, usable, isBusy, onChoose, onPasskey, children }: OtherMethodsProps) {
  const passkey = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It replaces what had the focus, and a dialog would focus its close button.
    if (way === 'passkey') passkey.current?.focus();
  }, [way]);
  return (
    <div className={styles.others}>
      {usable.includes('passkey') && (
        <Button
          ref={passkey}
          look={way === 'passkey' ? 'primary' : 'secondary'}
          isBusy={isBusy}
          onClick={onPasskey}
        >
          <KeyRound aria-hidden size={18} /> Use a passkey
        </Button>
      )}
      {way !== 'totp' && usable.includes('totp') && (
        <Button look="quiet" onClick={() => onChoose('totp')}>
          Use your authenticator app
        </Button>
      )}
      {way !== 'recovery_code' && usable.includes('recovery_code') && (
        <Button look="quiet" onClick={() => onChoose('recovery_code')}>
          Use a recovery code
        </Button>
      )}
      {children}
    </div>
  );
}

type CodeFormProps = Pick<FactorFormProps, 'submitLabel' | 'busyLabel' | 'sendCode'> & {
  way: 'totp' | 'recovery_code';
  submission: ReturnType<typeof useSubmit>;
};

function CodeForm({ way, submission, submitLabel, busyLabel, sendCode }: CodeFormProps) {
  const { label, hint, inputMode } = CODES[way];
  return (
    <AccountForm
      submission={submission}
      submitLabel={submitLabel}
      busyLabel={busyLabel}
      onSubmit={(entries) => {
        const code = entries('code').trim();
        if (code === '') submission.refuse(MISSING, { code: MISSING });
        else void submission.submit(() => sendCode(code));
      }}
    >
      <FormField
        label={label}
        name="code"
        hint={hint}
        inputMode={inputMode}
        autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has this one purpose, and its field replaces what had the focus
        autoFocus
      />
    </AccountForm>
  );
}

const MISSING = 'Please enter the code.';

const CODES = {
  totp: { label: 'Code', hint: 'Six digits from your authenticator app.', inputMode: 'numeric' },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you saved. Each works once.',
    inputMode: 'text',
  },
} as const;

function firstOf(usable: FactorMethod[]): Way {
  return (['totp', 'passkey', 'recovery_code'] as const).find((method) => usable.includes(method)) ?? 'none';
}
