import { StatusField } from '#features/content/admin/StatusField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { ArticleForm } from './article-form.rules.ts';

type ArticleFieldsProps = {
  form: ArticleForm;
  errors: Record<string, string>;
  onChange: (changes: Partial<ArticleForm>) => void;
};

/** What an article has besides its texts and pictures. */
export function ArticleFields({ form, errors, onChange }: ArticleFieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        required
        maxLength={200}
        autoComplete="off"
        value={form.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextField
        label="Category"
        name="category"
        maxLength={40}
        autoComplete="off"
        value={form.category}
        error={errors.category}
        onChange={(event) => onChange({ category: event.target.value })}
      />
      <StatusField value={form.status} error={errors.status} onChange={(status) => onChange({ status })} />
    </>
  );
}
