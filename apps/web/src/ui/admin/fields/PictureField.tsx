import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import { PICTURE_HINT, PICTURE_TYPES } from './picture-files.ts';
import styles from './PictureField.module.css';
import fieldStyles from './field.module.css';

type PictureFieldProps = FieldTexts & {
  name: string;
  /** Address of the picture that is chosen now, '' for none. */
  shown: string;
  isBusy?: boolean;
  /** Stands in for the picture. */
  preview?: ReactNode;
  removeLabel?: string;
  onChoose: (file: File) => void;
  /** Opens pictures that were uploaded before; undefined where there are none. */
  onBrowse?: () => void;
  onRemove: () => void;
};

/** A labelled picture upload with a preview. */
export function PictureField({
  label,
  name,
  shown,
  error,
  hint = PICTURE_HINT,
  isBusy = false,
  preview,
  removeLabel = 'Remove picture',
  onChoose,
  onBrowse,
  onRemove,
}: PictureFieldProps) {
  return (
    <div className={styles.picture}>
      {preview ?? (
        <div className={styles.frame}>
          {shown === '' ? <span>No picture</span> : <img src={shown} alt={`${label}: preview`} />}
        </div>
      )}
      <div className={styles.choice}>
        <FieldFrame label={label} error={error} hint={hint}>
          {(ties) => (
            <input
              {...ties}
              type="file"
              name={name}
              accept={PICTURE_TYPES}
              className={fieldStyles.control}
              // Not `disabled`, because browsers would remove the focus.
              aria-disabled={isBusy || undefined}
              onClick={(event) => isBusy && event.preventDefault()}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file && !isBusy) onChoose(file);
                // The same file can be chosen again.
                target.value = '';
              }}
            />
          )}
        </FieldFrame>
        <output className={styles.state}>{isBusy && 'Uploading the picture…'}</output>
        <div className={styles.buttons}>
          {onBrowse && (
            <Button look="secondary" isBusy={isBusy} onClick={onBrowse}>
              Choose from the library
            </Button>
          )}
          {shown !== '' && (
            <Button look={onBrowse ? 'quiet' : 'secondary'} isBusy={isBusy} onClick={onRemove}>
              {removeLabel}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
