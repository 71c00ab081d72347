import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { TextField } from '#ui/TextField.tsx';
import type { ArticleForm } from './article-form.rules.ts';

/** The short fields of an article. */
export function ArticleFields(props: FieldsProps<ArticleForm>) {
  return (
    <>
      <TextField label="Title" required maxLength={200} {...textInput(props, 'title')} />
      <TextField label="Category" maxLength={40} {...textInput(props, 'category')} />
    </>
  );
}
