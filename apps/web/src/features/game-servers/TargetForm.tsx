import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLoaded } from '#api/use-loaded.ts';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Notice } from '#ui/Notice.tsx';
import { loadChoices } from './game-servers.queries.ts';
import { ServerCharacterFields } from './ServerCharacterFields.tsx';
import {
  type Choices,
  firstTarget,
  isAtField,
  lacksCharacter,
  type Target,
  type TargetFault,
  type TargetForm as Form,
  targetOf,
} from './target.rules.ts';
import styles from './TargetForm.module.css';

type TargetFormProps = {
  /** The game servers that have it. */
  serverIds: number[];
  /** The button's text, as 'Pay now'. */
  action: string;
  isBusy: boolean;
  /** Why the last target was refused. */
  fault: TargetFault | undefined;
  onChoose: (target: Target) => void;
  onCancel: () => void;
};

/** Asks where something goes that is bought or claimed. */
export function TargetForm({ serverIds, ...props }: TargetFormProps) {
  const { content, reload, refresh } = useLoaded(
    (signal) => loadChoices(serverIds, signal),
    'Failed to load your characters.',
  );
  const { fault } = props;
  const readAgain = useEffectEvent(refresh);
  // A refused server is hidden by now, a refused character gone.
  useEffect(() => {
    if (fault) readAgain();
  }, [fault]);
  if (content.status === 'failed') return <Failure message={content.message} onRetry={reload} />;
  if (content.status === 'loading')
    return <output className={styles.loading}>Loading your characters…</output>;
  return <LoadedForm choices={content.value} {...props} />;
}

type LoadedFormProps = Omit<TargetFormProps, 'serverIds'> & { choices: Choices };

function LoadedForm({ choices, action, isBusy, fault, onChoose, onCancel }: LoadedFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<Form>(() => firstTarget(choices));
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [answered, setAnswered] = useState<TargetFault>();
  const shown = fault === answered ? undefined : fault;
  const errors = { ...shown?.fields, ...missing };
  const invalid = Object.keys(errors).join();
  useLayoutEffect(() => element.current?.querySelector<HTMLElement>('select, button')?.focus(), []);
  useLayoutEffect(() => {
    if (invalid) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [invalid]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const wanted = targetOf(choices, form);
    setAnswered(fault);
    setMissing('missing' in wanted ? wanted.missing : {});
    if ('target' in wanted) onChoose(wanted.target);
  }
  const isStuck = choices.servers.length === 0 || lacksCharacter(choices, form);
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={submit}>
      {choices.servers.length === 0 && <Notice tone="error">This isn't available right now.</Notice>}
      <ServerCharacterFields
        choices={choices}
        form={form}
        errors={errors}
        onChange={(next) => {
          setForm(next);
          setMissing({});
          setAnswered(fault);
        }}
      />
      {shown && !isAtField(choices, form, shown) && <Notice tone="error">{shown.message}</Notice>}
      <div className={styles.actions}>
        <Button look="secondary" onClick={onCancel} disabled={isBusy}>
          {isStuck ? 'Close' : 'Cancel'}
        </Button>
        {!isStuck && (
          <Button type="submit" isBusy={isBusy}>
            {action}
          </Button>
        )}
      </div>
    </form>
  );
}
