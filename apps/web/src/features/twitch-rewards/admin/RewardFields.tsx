import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { ItemIdFields } from '#features/game-servers/admin/ItemIdFields.tsx';
import { PictureField } from '#ui/admin/fields/PictureField.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextArea } from '#ui/admin/fields/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { REWARD_TYPES, type RewardForm } from './reward-form.rules.ts';
import styles from './RewardFields.module.css';
import { RewardSeasonField } from './RewardSeasonField.tsx';
import { usePictureChoice } from './use-picture-choice.ts';

const TYPES = [
  { value: 'viewer', label: REWARD_TYPES.viewer },
  { value: 'streamer', label: REWARD_TYPES.streamer },
];

type RewardFieldsProps = FieldsProps<RewardForm> & {
  /** Whether season, type and minutes are locked. */
  isClaimed?: boolean;
};

/** The fields of a reward. */
export function RewardFields({ isClaimed = false, ...props }: RewardFieldsProps) {
  const { form, errors, onChange } = props;
  const locked = isClaimed && { disabled: true, hint: 'Locked: it was claimed.' };
  const picture = usePictureChoice((chosen) => onChange({ picture: chosen }));
  return (
    <>
      <TextField label="Title" required maxLength={100} {...textInput(props, 'title')} />
      <TextArea label="Description" rows={2} maxLength={500} {...textInput(props, 'description')} />
      <div className={styles.fields}>
        <SelectField
          {...locked}
          label="For"
          name="type"
          options={TYPES}
          value={form.type}
          error={errors.type}
          onChange={(event) => onChange({ type: event.target.value === 'streamer' ? 'streamer' : 'viewer' })}
        />
        <RewardSeasonField
          {...locked}
          value={form.season}
          error={errors.season}
          onChange={(season) => onChange({ season })}
        />
        <TextField
          label="Required minutes"
          {...locked}
          required
          inputMode="numeric"
          {...textInput(props, 'requiredMinutes')}
        />
        <ItemIdFields
          itemId={form.itemId}
          serverItems={form.serverItems}
          errors={errors}
          isRequired
          onChange={onChange}
        />
        <TextField label="Item quantity" required inputMode="numeric" {...textInput(props, 'itemQuantity')} />
      </div>
      <PictureField
        label="Picture"
        name="image"
        shown={form.picture.shown}
        error={picture.error || errors.image}
        onChoose={picture.choose}
        onRemove={picture.remove}
      />
    </>
  );
}
