import { updateSiteSettings } from '@waygate/contract/home/home.admin.endpoints';
import type { OfferChoice, SiteSettings } from '@waygate/contract/home/home.admin.schemas';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { DraftNotice } from '#features/admin/editor/DraftNotice.tsx';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { EditConflict } from '#features/admin/records/EditConflict.tsx';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { UnsavedGuard } from '#features/admin/records/UnsavedGuard.tsx';
import { DraftStatus } from '#features/content/admin/DraftStatus.tsx';
import { type DraftedForm, useDraftedForm } from '#features/content/admin/use-drafted-form.ts';
import type { Version } from '#features/content/admin/use-drafts.ts';
import { useFocusAfterFailure } from '#ui/admin/dialogs/use-focus-after-failure.ts';
import { DateTimeField } from '#ui/admin/fields/DateTimeField.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { RequirementsField } from './RequirementsField.tsx';
import {
  comparedSettings,
  type SettingsForm as Form,
  settingsBodyOf,
  settingsFormOf,
} from './settings-form.rules.ts';
import { SITE_KIND, SITE_REVISION_LABELS, SITE_REVISIONS } from './site-kind.ts';
import styles from './site-admin.module.css';

// With the comparison of texts, which few visits need.
const RevisionsDialog = lazy(async () => {
  const { RevisionsDialog: Loaded } = await import('#features/content/admin/revisions/RevisionsDialog.tsx');
  return { default: Loaded };
});

type SettingsFormProps = {
  settings: SiteSettings;
  products: OfferChoice[];
  /** With the settings as they were saved, or as they are kept when a revision was restored. */
  onSettled: (settings: SiteSettings) => void;
};

/** Maintenance notice, featured product, version of the client and system requirements, saved together. */
export function SettingsForm({ settings, products, onSettled }: SettingsFormProps) {
  const { send, saved, error, fieldErrors, conflict: current, reset } = useSaving();
  const editing = useDraftedForm({
    kind: SITE_KIND,
    params: {},
    opened: settings,
    blank: () => settingsFormOf(settings),
    send,
    current,
    reset,
    // After the draft is forgotten: what is mounted next must not find it.
    onSettled: () => onSettled(saved.current ?? settings),
  });
  const { form, change, isDirty, conflict, isSaving: isBusy } = editing;
  const [tries, setTries] = useState(0);
  const shownForm = useFocusAfterFailure(isBusy, { tries, error });
  const options = offerOptions(products, form.featuredProductId);
  const nameOf = (productId: string) => options.find(({ value }) => value === productId)?.label ?? productId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTries(tries + 1);
    editing.save();
  };
  return (
    <>
      <UnsavedGuard isDirty={isDirty} onDiscard={editing.discard} />
      <form ref={shownForm} className={styles.settings} noValidate onSubmit={submit}>
        {editing.draft && (
          <DraftNotice
            draft={editing.draft}
            onRestore={editing.restoreDraft}
            onDiscard={editing.discardDraft}
          />
        )}
        {conflict && (
          <EditConflict
            conflict={conflict}
            fields={comparedSettings(nameOf)}
            isBusy={isBusy}
            headingLevel={2}
          />
        )}
        <fieldset className={styles.panels} disabled={isBusy}>
          <SettingsFields form={form} errors={fieldErrors} onChange={change} options={options} />
        </fieldset>
        <div className={styles.foot}>
          {error && !conflict && <Notice tone="error">{error}</Notice>}
          <DraftStatus state={editing.draftState} onRetry={editing.retryDraft} />
          <Revisions settings={settings} editing={editing} />
          <Button type="submit" isBusy={isBusy}>
            Save settings
          </Button>
        </div>
      </form>
    </>
  );
}

function useSaving() {
  const saved = useRef<SiteSettings>(undefined);
  const { submit, ...mutation } = useAdminMutation(updateSiteSettings, {
    success: 'Site settings saved.',
    failure: "The site settings couldn't be saved.",
    invalidates: [['audit']],
    onSuccess: (answer) => {
      saved.current = answer;
    },
  });
  const send = ({ form, revision }: Version<Form>) => submit({ body: settingsBodyOf(form, revision) });
  return { ...mutation, send, saved };
}

type RevisionsProps = { settings: SiteSettings; editing: DraftedForm<Form> };

/** A button that opens the revisions. */
function Revisions({ settings, editing }: RevisionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        Revisions
      </Button>
      <Suspense>
        {isOpen && (
          <RevisionsDialog
            endpoints={SITE_REVISIONS}
            params={{}}
            currentRevision={settings.revision}
            labels={SITE_REVISION_LABELS}
            restoring="Restoring saves these settings again. Visitors see them immediately."
            isDirty={editing.isDirty()}
            queryKey="site"
            onRestored={editing.settle}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

type Option = { value: string; label: string };

function SettingsFields({ options, ...props }: FieldsProps<Form> & { options: Option[] }) {
  const { form, errors, onChange } = props;
  return (
    <>
      <Panel title="Maintenance notice">
        <div className={styles.fields}>
          <TextArea
            label="Notice"
            rows={2}
            maxLength={300}
            hint="Shown on the landing page until you remove it. Leave it blank for none."
            {...textInput(props, 'maintenanceText')}
          />
          <DateTimeField
            label="Expected end"
            name="maintenanceEnd"
            value={form.maintenanceEnd}
            error={errors.maintenanceEnd}
            onChange={(maintenanceEnd) => onChange({ maintenanceEnd })}
          />
        </div>
      </Panel>
      <Panel title="Offer and download">
        <div className={styles.fields}>
          <SelectField
            label="Featured product"
            options={options}
            hint="Shown on the landing page while players can buy it."
            {...textInput(props, 'featuredProductId')}
          />
          <TextField
            label="Client's version"
            maxLength={40}
            hint="Shown next to the download, with its size and checksum."
            {...textInput(props, 'clientVersion')}
          />
        </div>
      </Panel>
      <div className={styles.whole}>
        <RequirementsField {...props} />
      </div>
    </>
  );
}

/** The chosen product may have left the shop since. */
function offerOptions(products: OfferChoice[], chosen: string): Option[] {
  const options = products.map(({ productId, name, isOnSale }) => ({
    value: String(productId),
    label: isOnSale ? name : `${name} (not on sale now)`,
  }));
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'None' },
    ...options,
    ...(isKnown ? [] : [{ value: chosen, label: 'A product that left the shop' }]),
  ];
}
