import { updateSiteSettings } from '@waygate/contract/home/home.admin.endpoints';
import type { OfferChoice, SiteSettings } from '@waygate/contract/home/home.admin.schemas';
import { type FormEvent, useState } from 'react';
import { EditConflict } from '#features/admin/records/EditConflict.tsx';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { UnsavedGuard } from '#features/admin/records/UnsavedGuard.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
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
import styles from './site-admin.module.css';

type SettingsFormProps = {
  settings: SiteSettings;
  products: OfferChoice[];
  onSaved: (saved: SiteSettings) => void;
};

/** Maintenance notice, featured product, version of the client and system requirements, saved together. */
export function SettingsForm({ settings, products, onSaved }: SettingsFormProps) {
  const editing = useRecordForm({
    endpoint: updateSiteSettings,
    record: settings,
    params: undefined,
    toForm: settingsFormOf,
    toBody: settingsBodyOf,
    success: 'Site settings saved.',
    failure: "The site settings couldn't be saved.",
    invalidates: [['audit']],
    onSuccess: onSaved,
  });
  const { form, errors, change, isBusy, isDirty, error, conflict } = editing;
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
      <UnsavedGuard isDirty={() => isDirty} />
      <form ref={shownForm} className={styles.settings} noValidate onSubmit={submit}>
        {conflict && (
          <EditConflict
            conflict={conflict}
            fields={comparedSettings(nameOf)}
            isBusy={isBusy}
            headingLevel={2}
          />
        )}
        <fieldset className={styles.panels} disabled={isBusy}>
          <SettingsFields form={form} errors={errors} onChange={change} options={options} />
        </fieldset>
        <div className={styles.foot}>
          {error && <Notice tone="error">{error}</Notice>}
          <Button type="submit" isBusy={isBusy}>
            Save settings
          </Button>
        </div>
      </form>
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
