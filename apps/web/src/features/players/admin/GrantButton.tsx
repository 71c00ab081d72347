import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '#api/session.ts';
import { PACK_FORMS } from '#features/actions/admin/action-forms.ts';
import { useOpensAction } from '#features/admin/search/opens-new.ts';
import { canUse } from '#features/admin/sections.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './PlayerActions.module.css';

// Behind two clicks.
const ActionDialog = lazy(async () => {
  const { ActionDialog: Loaded } = await import('#features/actions/admin/ActionDialog.tsx');
  return { default: Loaded };
});
const AddBenefitDialog = lazy(async () => {
  const { AddBenefitDialog: Loaded } = await import('#features/benefits/admin/AddBenefitDialog.tsx');
  return { default: Loaded };
});

type Grant = { title: string; open: (onClose: () => void) => ReactNode };

/** Opens the dialog of what the player is granted, with the account filled in, after a choice where there is one. */
export function GrantButton({ accountId }: { accountId: number }) {
  const grants = useGrants(String(accountId));
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosen, setChosen] = useState<Grant>();
  const [only, other] = grants;
  const begin = () => (other ? setIsChoosing(true) : setChosen(only));
  useOpensAction('grant', begin);
  if (!only) return null;
  return (
    <>
      <Button look="secondary" onClick={begin}>
        {other ? 'Grant…' : `Grant ${only.title.toLowerCase()}…`}
      </Button>
      {isChoosing && (
        <Dialog title="Grant" onClose={() => setIsChoosing(false)}>
          <div className={styles.choices}>
            {grants.map((grant) => (
              <Button
                key={grant.title}
                look="row"
                onClick={() => {
                  setIsChoosing(false);
                  setChosen(grant);
                }}
              >
                {grant.title}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
      <Suspense>{chosen?.open(() => setChosen(undefined))}</Suspense>
    </>
  );
}

/** What this viewer may grant. */
function useGrants(accountId: string): Grant[] {
  const session = useSession();
  const benefit: Grant = {
    title: 'Benefit',
    open: (onClose) => <AddBenefitDialog accountId={accountId} onClose={onClose} />,
  };
  const packs = PACK_FORMS.map((form): Grant => ({
    title: form.title,
    open: (onClose) => <ActionDialog form={form} accountId={accountId} onClose={onClose} />,
  }));
  return [...(canUse(session, 'benefits') ? [benefit] : []), ...(canUse(session, 'actions') ? packs : [])];
}
