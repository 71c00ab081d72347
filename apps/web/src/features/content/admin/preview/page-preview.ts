import type { ComponentType } from 'react';
import type { Loadable } from '#api/loadable.ts';

/** A page that shows content as it was loaded. */
export type PageOf<Content> = ComponentType<{ content: Loadable<Content>; retry: () => void }>;

/** The public page of a text, and what it would load for the text in the form. */
export type PagePreview<Form, Content> = {
  Page: PageOf<Content>;
  contentOf: (form: Form, bodyHtml: string) => Content;
};
