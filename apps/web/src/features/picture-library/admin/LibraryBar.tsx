import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { PICTURE_HINT, PICTURE_TYPES } from '#ui/admin/fields/picture-files.ts';
import { SearchField } from '#ui/admin/fields/SearchField.tsx';
import { Button } from '#ui/Button.tsx';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './PictureLibraryDialog.module.css';
import type { PictureUseFilter, usePictureLibrary } from './use-picture-library.ts';
import type { PictureUploads } from './use-picture-uploads.ts';

const USES: { value: PictureUseFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'used', label: 'Used' },
  { value: 'unused', label: 'Unused' },
];

type LibraryBarProps = { library: ReturnType<typeof usePictureLibrary>; uploads: PictureUploads };

/** Search, filter and upload, and what became of the uploads. */
export function LibraryBar({ library, uploads }: LibraryBarProps) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.bar}>
      <div className={styles.tools}>
        <SearchField label="Search pictures" value={library.search} onChange={library.setSearch} />
        <ChoiceChips legend="Which pictures" choices={USES} chosen={library.use} onChoose={library.setUse} />
        <Button look="secondary" onClick={() => files.current?.click()}>
          <Upload aria-hidden size={18} />
          Upload
        </Button>
        <input
          ref={files}
          type="file"
          accept={PICTURE_TYPES}
          multiple
          hidden
          aria-label="Upload pictures"
          onChange={({ target }) => {
            uploads.upload(target.files ?? []);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      <output className={styles.state}>
        <State {...uploads} />
      </output>
      {uploads.failures.map((failure, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may fail alike; they are only added to
        <Notice key={index} tone="error">
          {failure}
        </Notice>
      ))}
    </div>
  );
}

function State({ uploading, uploaded }: PictureUploads) {
  if (uploading !== '') return <>Uploading {uploading}…</>;
  if (uploaded !== '') return <>{uploaded} is in the library.</>;
  return (
    <>
      {PICTURE_HINT}
      <span> You can drop or paste pictures here.</span>
    </>
  );
}
